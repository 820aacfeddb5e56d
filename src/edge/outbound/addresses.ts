import ipaddr from 'ipaddr.js'

/**
 * Which addresses a customer's URL may lead to: public unicast only. Everything that IANA lists as special-purpose is
 * refused, also inside the forms that carry an IPv4 address in an IPv6 one. Source: IANA special-purpose registries.
 */
export type AddressRule = (address: string) => boolean

/** Ranges that `range()` of ipaddr.js does not know as special. */
const ALSO_REFUSED = [
  '192.0.0.0/24', // IETF protocol assignments
  '192.88.99.0/24', // 6to4 relay anycast
  '2001::/23', // IETF protocol assignments, Teredo
  '2002::/16', // 6to4
  '3fff::/20', // documentation
].map(range => ipaddr.parseCIDR(range))
/** All that IANA gives out of IPv6; what lies outside is special or nobody's. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** `allowed`: CIDR ranges that are open although they are special-purpose (WEBHOOK_ALLOW_CIDRS). */
export function addressRule(allowed: readonly string[]): AddressRule {
  const isAllowed = allowlistRule(allowed)
  return text => {
    if (isAllowed(text)) return true
    if (!ipaddr.isValid(text)) return false
    // ::ffff:10.0.0.1 is 10.0.0.1 to the kernel.
    const address = ipaddr.process(text)
    if (address.kind() === 'ipv6' && !within(address, GLOBAL_IPV6)) return false
    return address.range() === 'unicast' && !ALSO_REFUSED.some(range => within(address, range))
  }
}

/** Only what lies in a range that is opened: where a name may lead that means something on this network alone. */
export function allowlistRule(allowed: readonly string[]): AddressRule {
  const open = allowed.map(range => ipaddr.parseCIDR(range))
  return text => ipaddr.isValid(text) && open.some(range => within(ipaddr.process(text), range))
}

type Address = ReturnType<typeof ipaddr.process>

function within(address: Address, [base, bits]: [Address, number]): boolean {
  return address.kind() === base.kind() && address.match(base, bits)
}
