import type { ServerTerms } from '#domain/vpn/servers/events.ts'

/** OpenVPN's limit counts all hosts together, so that one of them could use it up. */
const HOST_LIMIT = 'limit rate over 5/second burst 50 packets'
/** A /48 may be the 65,536 networks of one customer, or those of as many customers of a carrier. */
const SITE_LIMIT = 'limit rate over 50/second burst 500 packets'
/** Beyond these hosts OpenVPN's own limit applies. */
const HOSTS_MAX = 65_536
/** UDP: the opcodes P_CONTROL_HARD_RESET_CLIENT_V2 and V3, the first five bits after the header. */
const HANDSHAKE_MATCH = { udp: '@th,64,5 { 7, 10 }', tcp: 'tcp flags & (fin | syn | rst | ack) == syn' } as const

/** Limits the handshakes of each IPv4 address, of each IPv6 link (/64) and of each IPv6 site (/48). */
export function handshakeLimitChain({ port, protocol }: Pick<ServerTerms, 'port' | 'protocol'>): string[] {
  const match = `${protocol} dport ${port} ${HANDSHAKE_MATCH[protocol]}`
  const set = 'flags dynamic, timeout; timeout 1m;'
  return [
    `  set hosts4 { type ipv4_addr; size ${HOSTS_MAX}; ${set} }`,
    `  set hosts6 { type ipv6_addr; size ${HOSTS_MAX}; ${set} }`,
    `  set sites6 { type ipv6_addr; size ${HOSTS_MAX}; ${set} }`,
    '  chain arrivals {',
    '    type filter hook input priority filter - 1; policy accept;',
    `    ${match} update @hosts4 { ip saddr ${HOST_LIMIT} } counter drop`,
    `    ${match} update @hosts6 { ip6 saddr & ffff:ffff:ffff:ffff:: ${HOST_LIMIT} } counter drop`,
    `    ${match} update @sites6 { ip6 saddr & ffff:ffff:ffff:: ${SITE_LIMIT} } counter drop`,
    '  }',
  ]
}
