import ipaddr from 'ipaddr.js'

/**
 * The addresses that a customer's URL may lead to: public unicast only, without those that IANA lists as
 * special-purpose, also as IPv4 in IPv6. Source: IANA special-purpose registries.
 */
export type AddressRule = (address: string) => boolean

/** Special ranges that ipaddr.js does not know. */
const ALSO_REFUSED = [
  '192.0.0.0/24', // IETF protocol assignments
  '192.88.99.0/24', // 6to4 relay anycast
  '2001::/23', // IETF protocol assignments, Teredo
  '2002::/16', // 6to4
  '3fff::/20', // documentation
].map(range => ipaddr.parseCIDR(range))
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** `allowed`: CIDR ranges that are allowed although they are special-purpose (WEBHOOK_ALLOW_CIDRS). */
export function addressRule(allowed: readonly string[]): AddressRule {
  const isAllowed = allowlistRule(allowed)
  return text => {
    if (isAllowed(text)) return true
    if (!ipaddr.isValid(text)) return false
    // The kernel connects ::ffff:10.0.0.1 to 10.0.0.1.
    const address = ipaddr.process(text)
    if (address.kind() === 'ipv6' && !within(address, GLOBAL_IPV6)) return false
    return address.range() === 'unicast' && !ALSO_REFUSED.some(range => within(address, range))
  }
}

/** Allows only the ranges of WEBHOOK_ALLOW_CIDRS, for names that only this network resolves. */
export function allowlistRule(allowed: readonly string[]): AddressRule {
  const open = allowed.map(range => ipaddr.parseCIDR(range))
  return text => ipaddr.isValid(text) && open.some(range => within(ipaddr.process(text), range))
}

type Address = ReturnType<typeof ipaddr.process>

function within(address: Address, [base, bits]: [Address, number]): boolean {
  return address.kind() === base.kind() && address.match(base, bits)
}
