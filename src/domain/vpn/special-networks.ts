import ipaddr from 'ipaddr.js'
import NETWORKS from './special-networks.json' with { type: 'json' }

/**
 * No tunnel leads to these. Source: the IANA special-purpose registries (not globally reachable, or reaching another
 * machine than the address names), and metadata services of clouds at global addresses.
 */
export const SPECIAL_NETWORKS4 = NETWORKS.ipv4.map(({ cidr }) => cidr)

/** IANA assigns global addresses from here only: private, link-local, multicast and NAT64 addresses are outside. */
export const GLOBAL_NETWORK6 = '2000::/3'

/** Exceptions within GLOBAL_NETWORK6. */
export const SPECIAL_NETWORKS6 = NETWORKS.ipv6.map(({ cidr }) => cidr)

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

const special = [...SPECIAL_NETWORKS4, ...SPECIAL_NETWORKS6].map(text => ipaddr.parseCIDR(text))
const global6 = ipaddr.parseCIDR(GLOBAL_NETWORK6)

/** In the RFCs' canonical CIDR notation: such a text can't inject an option into a configuration. */
export function isGlobalNetwork(text: string): boolean {
  if (!ipaddr.isValidCIDR(text)) return false
  const network = ipaddr.parseCIDR(text)
  const [address, bits] = network
  const isIpv6 = address.kind() === 'ipv6'
  const first = isIpv6 ? ipaddr.IPv6.networkAddressFromCIDR(text) : ipaddr.IPv4.networkAddressFromCIDR(text)
  if (text !== `${first}/${bits}`) return false
  if (isIpv6 && !(bits >= global6[1] && overlap(network, global6))) return false
  return !special.some(one => overlap(network, one))
}

function overlap([address, bits]: Network, [other, otherBits]: Network): boolean {
  return address.kind() === other.kind() && address.match(other, Math.min(bits, otherBits))
}
