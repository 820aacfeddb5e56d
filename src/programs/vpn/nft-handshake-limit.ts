import type { ServerTerms } from '#domain/vpn/servers/events.ts'

/**
 * Handshakes that one host may begin. OpenVPN takes so many of all hosts together that one of them could use them up.
 */
const HOST_LIMIT = 'limit rate over 5/second burst 50 packets'
/** Of each /48 together: it may be the 65,536 networks of one customer, or those of as many customers of a carrier. */
const SITE_LIMIT = 'limit rate over 50/second burst 500 packets'
/** Hosts that are counted at a time; beyond them OpenVPN's own limit holds. */
const HOSTS_MAX = 65_536
/**
 * Opcodes of a client's first packet over UDP, P_CONTROL_HARD_RESET_CLIENT_V2 and V3: the first five bits after the UDP
 * header.
 */
const HANDSHAKE_MATCH = { udp: '@th,64,5 { 7, 10 }', tcp: 'tcp flags & (fin | syn | rst | ack) == syn' } as const

/**
 * How many handshakes each host may begin: each IPv4 address, each IPv6 network of one link (/64), and each of one site
 * (/48).
 */
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
