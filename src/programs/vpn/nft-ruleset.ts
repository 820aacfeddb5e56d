import { routesIpv6, routingOf } from '#domain/vpn/routing.ts'
import { TUNNEL_NETWORK, TUNNEL_NETWORK6 } from '#domain/vpn/server-config.ts'
import type { ServerTerms } from '#domain/vpn/servers/events.ts'
import { handshakeLimitChain } from './nft-handshake-limit.ts'
import { ENDED_MARK, routingChains } from './nft-routing.ts'

/** The file of the ruleset, beside the server's other files. */
export const FIREWALL_FILE = 'firewall.nft'

/** The names by which the ruleset, the program that changes the sets, and tests know each other. */
export const NFT_TABLE = 'inet security_vpn'
export const NFT_SETS = { 4: 'tunnels4', 6: 'tunnels6' } as const

/** The network inside the tunnels of one IP version, and the server's own address in it. */
type Network = { cidr: string; server: string }

/**
 * The kernel's part of a session's end: a packet from or to a tunnel address passes only while the address is in the set of its IP version. The
 * agent keeps the addresses of live sessions in the sets. OpenVPN drops a client's packet whose source is not the address of that client.
 *
 * The two chains run before and after all others, so that they hold for what is forwarded and for what the server itself answers. `accept` in
 * another chain does not lift a drop. Loading the text again keeps the elements of the sets: `flush table` removes rules only.
 */
export function nftRuleset(terms: Pick<ServerTerms, 'routing' | 'port' | 'protocol'>): string {
  const routing = routingOf(terms)
  const ipv4 = TUNNEL_NETWORK
  const ipv6 = routesIpv6(routing) ? TUNNEL_NETWORK6 : undefined
  return [
    `table ${NFT_TABLE} {`,
    `  set ${NFT_SETS[4]} { type ipv4_addr; flags timeout; }`,
    `  set ${NFT_SETS[6]} { type ipv6_addr; flags timeout; }`,
    '}',
    `flush table ${NFT_TABLE}`,
    `table ${NFT_TABLE} {`,
    '  chain from_tunnels {',
    '    type filter hook prerouting priority raw; policy accept;',
    ...membersOnlyRules('saddr', { ipv4, ipv6 }, 'drop'),
    '  }',
    '  chain to_tunnels {',
    '    type filter hook postrouting priority raw; policy accept;',
    // What was connected to an address is not connected to the client that has the address next.
    ...membersOnlyRules('daddr', { ipv4, ipv6 }, routing === 'none' ? 'drop' : `ct mark set ${ENDED_MARK} drop`),
    '  }',
    ...handshakeLimitChain(terms),
    ...(routing === 'none' ? [] : routingChains(routing)),
    '}',
    '',
  ].join('\n')
}

type Networks = { ipv4: Network; ipv6: Network | undefined }

function membersOnlyRules(side: 'saddr' | 'daddr', { ipv4, ipv6 }: Networks, verdict: string): string[] {
  const rule = (family: 'ip' | 'ip6', { cidr, server }: Network, set: string) => {
    const address = `${family} ${side}`
    return `    ${address} ${cidr} ${address} != ${server} ${address} != @${set} counter ${verdict}`
  }
  return [rule('ip', ipv4, NFT_SETS[4]), ...(ipv6 === undefined ? [] : [rule('ip6', ipv6, NFT_SETS[6])])]
}
