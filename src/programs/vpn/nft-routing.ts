import { TUNNEL_DEVICE, TUNNEL_NETWORK, TUNNEL_NETWORK6 } from '#domain/vpn/server-config.ts'
import type { TunnelRouting } from '#domain/vpn/servers/events.ts'
import { GLOBAL_NETWORK6, SPECIAL_NETWORKS4, SPECIAL_NETWORKS6 } from '#domain/vpn/special-networks.ts'

/** Rejected, not dropped, so that an application does not wait. */
const REFUSE = 'reject with icmpx admin-prohibited'

/** Per client, so that one does not fill the kernel's connection table. */
const CONNECTIONS_MAX = 2_000
/** Per client; all clients share the resolver's `incoming-num-tcp`. */
const RESOLVER_TCP_MAX = 8
const CLIENTS_MAX = 65_536

/** For connections of an ended tunnel: the remote end could keep one open until another client has the address. */
export const ENDED_MARK = '0x656e6465'

/**
 * Tunnels lead to the Internet, translated to the server's address, and to the server's resolver. Nothing else is
 * forwarded, because the kernel's forwarding is on for all devices.
 */
export function routingChains(routing: Exclude<TunnelRouting, 'none'>): string[] {
  return [
    `  set connections4 { type ipv4_addr; size ${CLIENTS_MAX}; flags dynamic; }`,
    `  set connections6 { type ipv6_addr; size ${CLIENTS_MAX}; flags dynamic; }`,
    `  set resolver_tcp4 { type ipv4_addr; size ${CLIENTS_MAX}; flags dynamic; }`,
    `  set resolver_tcp6 { type ipv6_addr; size ${CLIENTS_MAX}; flags dynamic; }`,
    '  chain forward {',
    '    type filter hook forward priority filter; policy drop;',
    // NAT skips an untracked packet, which would show its tunnel address to the Internet; IPv6 neighbour discovery is
    // untracked.
    '    ct state { invalid, untracked } drop',
    // A client that sends on it owns it: its tunnel was down for a while, or it chose the same ports as the client
    // before.
    `    iifname "${TUNNEL_DEVICE}" ct mark ${ENDED_MARK} ct mark set 0`,
    `    ct mark ${ENDED_MARK} drop`,
    // Addresses of other clients are private, and rejected as such.
    `    iifname "${TUNNEL_DEVICE}" jump to_internet`,
    `    oifname "${TUNNEL_DEVICE}" ct state established,related accept`,
    '  }',
    '  chain to_internet {',
    ...(routing === 'full' ? globalRules() : networkRules(routing)),
    '    goto limited',
    '  }',
    '  chain limited {',
    `    ct state new add @connections4 { ip saddr ct count over ${CONNECTIONS_MAX} } drop`,
    `    ct state new add @connections6 { ip6 saddr ct count over ${CONNECTIONS_MAX} } drop`,
    '    accept',
    '  }',
    '  chain input {',
    '    type filter hook input priority filter; policy accept;',
    `    iifname "${TUNNEL_DEVICE}" jump to_server`,
    // A neighbour of the server may send to any of its addresses, on any device.
    `    iifname != { "lo", "${TUNNEL_DEVICE}" } ip daddr ${TUNNEL_NETWORK.cidr} drop`,
    `    iifname != { "lo", "${TUNNEL_DEVICE}" } ip6 daddr ${TUNNEL_NETWORK6.cidr} drop`,
    '  }',
    '  chain to_server {',
    '    ct state established,related accept',
    ...resolverRules('ip', TUNNEL_NETWORK.server, 'resolver_tcp4'),
    ...resolverRules('ip6', TUNNEL_NETWORK6.server, 'resolver_tcp6'),
    `    ${REFUSE}`,
    '  }',
    '  chain translate {',
    '    type nat hook postrouting priority srcnat;',
    `    oifname != { "lo", "${TUNNEL_DEVICE}" } ip saddr ${TUNNEL_NETWORK.cidr} masquerade`,
    `    oifname != { "lo", "${TUNNEL_DEVICE}" } ip6 saddr ${TUNNEL_NETWORK6.cidr} masquerade`,
    '  }',
  ]
}

function globalRules(): string[] {
  return [
    `    ip daddr ${setOf(SPECIAL_NETWORKS4)} ${REFUSE}`,
    `    ip6 daddr != ${GLOBAL_NETWORK6} ${REFUSE}`,
    `    ip6 daddr ${setOf(SPECIAL_NETWORKS6)} ${REFUSE}`,
  ]
}

function networkRules(networks: readonly string[]): string[] {
  const only = (family: 'ip' | 'ip6', listed: string[]) =>
    listed.length === 0
      ? `    meta nfproto ${family === 'ip' ? 'ipv4' : 'ipv6'} ${REFUSE}`
      : `    ${family} daddr != ${setOf(listed)} ${REFUSE}`
  return [
    only(
      'ip',
      networks.filter(network => !network.includes(':')),
    ),
    only(
      'ip6',
      networks.filter(network => network.includes(':')),
    ),
  ]
}

const setOf = (networks: readonly string[]) => `{ ${networks.join(', ')} }`

function resolverRules(family: 'ip' | 'ip6', server: string, set: string): string[] {
  const [udp, tcp] = ['udp', 'tcp'].map(protocol => `    ${family} daddr ${server} ${protocol} dport 53`)
  return [
    `${udp} goto limited`,
    `${tcp} ct state new add @${set} { ${family} saddr ct count over ${RESOLVER_TCP_MAX} } drop`,
    `${tcp} goto limited`,
  ]
}
