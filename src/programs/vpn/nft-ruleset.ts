import { routesIpv6, routingOf } from '#domain/vpn/routing.ts'
import { TUNNEL_NETWORK, TUNNEL_NETWORK6 } from '#domain/vpn/server-config.ts'
import type { ServerTerms } from '#domain/vpn/servers/events.ts'
import { handshakeLimitChain } from './nft-handshake-limit.ts'
import { ENDED_MARK, routingChains } from './nft-routing.ts'

export const FIREWALL_FILE = 'firewall.nft'

export const NFT_TABLE = 'inet security_vpn'
export const NFT_SETS = { 4: 'tunnels4', 6: 'tunnels6' } as const

type Network = { cidr: string; server: string }

/**
 * A packet from or to a tunnel address passes only while the address is in the set of its IP version. OpenVPN drops a
 * client's packet with another source address. The two chains run before and after all others; `accept` in another
 * chain does not lift a drop. `flush table` removes only rules: loading the text again keeps the elements.
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
    // Marks connections to an ended tunnel, for the next client with the address.
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
