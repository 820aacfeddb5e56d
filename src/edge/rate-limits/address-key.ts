import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The IPv4 address, or the /64 network of an IPv6 one. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return `address:${ip}`
  const address = ipaddr.IPv6.parse(ip)
  if (address.isIPv4MappedAddress()) return `address:${address.toIPv4Address()}`
  return `address:${address.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`
}
