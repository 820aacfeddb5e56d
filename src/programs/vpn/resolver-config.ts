import { routesIpv6 } from '#domain/vpn/routing.ts'
import { TUNNEL_NETWORK, TUNNEL_NETWORK6 } from '#domain/vpn/server-config.ts'
import type { TunnelRouting } from '#domain/vpn/servers/events.ts'
import { SPECIAL_NETWORKS4, SPECIAL_NETWORKS6 } from '#domain/vpn/special-networks.ts'

/** Per client. A page needs some dozens; a flood would slow the resolver for all. */
const QUERIES_PER_SECOND_MAX = 200

/** Of all clients. Unbound's default is ten, which one client can hold. The firewall limits each client. */
const TCP_MAX = 256

/** Special networks of IPv6 outside of 2000::/3. */
const PRIVATE_NETWORKS6 = ['::/128', '::1/128', '::ffff:0:0/96', '64:ff9b:1::/48', 'fc00::/7', 'fe80::/10', 'ff00::/8']

/**
 * Unbound, not dnsmasq: it refuses unlisted networks, queries the authoritative servers itself, so that no third party
 * sees the names, and validates DNSSEC. `private-address` removes special addresses from answers, so that an attacker's
 * name does not lead a browser into the client's own network, and from referrals; `do-not-query-address` would also
 * forbid an administrator's forwarder in a private network.
 */
export function resolverConfig(routing: TunnelRouting): string {
  const networks = [TUNNEL_NETWORK, ...(routesIpv6(routing) ? [TUNNEL_NETWORK6] : [])]
  return [
    'server:',
    // Without these two unbound would no longer serve the machine itself.
    '  interface: 127.0.0.1',
    '  interface: ::1',
    ...networks.map(({ server }) => `  interface: ${server}`),
    // It may start before the tunnel device exists.
    '  ip-freebind: yes',
    ...networks.map(({ cidr }) => `  access-control: ${cidr} allow`),
    `  ip-ratelimit: ${QUERIES_PER_SECOND_MAX}`,
    '  hide-identity: yes',
    '  hide-version: yes',
    `  incoming-num-tcp: ${TCP_MAX}`,
    ...[...SPECIAL_NETWORKS4, ...SPECIAL_NETWORKS6, ...PRIVATE_NETWORKS6].map(
      network => `  private-address: ${network}`,
    ),
    '',
  ].join('\n')
}
