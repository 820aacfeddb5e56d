import ipaddr from 'ipaddr.js'

/**
 * No tunnel leads to these. Source: the IANA special-purpose registries (not globally reachable, or reaching another
 * machine than the address names), and metadata services of clouds at global addresses.
 */
export const SPECIAL_NETWORKS4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // metadata of Azure
  '169.254.0.0/16', // link-local, metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // IETF protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relay anycast
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
] as const

/** IANA assigns global addresses from here only: private, link-local, multicast and NAT64 addresses are outside. */
export const GLOBAL_NETWORK6 = '2000::/3'

/** Exceptions within GLOBAL_NETWORK6. */
export const SPECIAL_NETWORKS6 = [
  '2001::/23', // IETF protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
] as const

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
