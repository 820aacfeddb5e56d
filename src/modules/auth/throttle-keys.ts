import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { normaliseEmail } from '#domain/auth/email-address.ts'
import type { Vault } from '#edge/vault/vault.ts'

/**
 * What login attempts for an account are counted under; known and unknown accounts look the same. An address with a `+tag` is
 * an account of its own, perhaps somebody else's: its logins must not wipe out the guesses at another.
 */
export function accountKey(vault: Pick<Vault, 'digest'>, email: string): string {
  return `account:${vault.digest('login', normaliseEmail(email))}`
}

/** What attempts from an address are counted under: an IPv4 address, or the /64 network of an IPv6 one. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return `address:${ip}`
  const address = ipaddr.IPv6.parse(ip)
  if (address.isIPv4MappedAddress()) return `address:${address.toIPv4Address()}`
  return `address:${address.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`
}
