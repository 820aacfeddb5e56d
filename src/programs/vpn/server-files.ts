import { routesIpv6, routingOf } from '#domain/vpn/routing.ts'
import { MANAGEMENT, TUNNEL_DEVICE, TUNNEL_NETWORK, TUNNEL_NETWORK6 } from '#domain/vpn/server-config.ts'
import type { ServerTerms, TunnelRouting } from '#domain/vpn/servers/events.ts'
import { GLOBAL_NETWORK6, SPECIAL_NETWORKS4, SPECIAL_NETWORKS6 } from '#domain/vpn/special-networks.ts'
import { fillTemplate as fillTemplateFile } from '#terminal/fill-template.ts'

export const NFT_TABLE = 'inet security_vpn'
export const NFT_SETS = { 4: 'tunnels4', 6: 'tunnels6' } as const

/** For connections of an ended tunnel. */
const ENDED_MARK = '0x656e6465'
/** UDP: the opcodes P_CONTROL_HARD_RESET_CLIENT_V2 and V3, the first five bits after the header. */
const HANDSHAKE_MATCH = { udp: '@th,64,5 { 7, 10 }', tcp: 'tcp flags & (fin | syn | rst | ack) == syn' } as const
/** Special networks of IPv6 outside of 2000::/3. */
const PRIVATE_NETWORKS6 = ['::/128', '::1/128', '::ffff:0:0/96', '64:ff9b:1::/48', 'fc00::/7', 'fe80::/10', 'ff00::/8']

const NETWORKS = {
  ...{ cidr4: TUNNEL_NETWORK.cidr, server4: TUNNEL_NETWORK.server },
  ...{ cidr6: TUNNEL_NETWORK6.cidr, server6: TUNNEL_NETWORK6.server },
}

export function nftRuleset(terms: Pick<ServerTerms, 'routing' | 'port' | 'protocol'>): string {
  const { port, protocol } = terms
  const routing = routingOf(terms)
  const listed = typeof routing === 'string' ? [] : routing
  const outside = (family: string, version: string, networks: readonly string[]) =>
    networks.length === 0 ? `meta nfproto ${version}` : `${family} daddr != { ${networks.join(', ')} }`
  return fillTemplate('firewall.nft', {
    ...{ ...NETWORKS, table: NFT_TABLE, set4: NFT_SETS[4], set6: NFT_SETS[6], device: TUNNEL_DEVICE },
    ...{ ended: ENDED_MARK, mark: routing === 'none' ? '' : `ct mark set ${ENDED_MARK} ` },
    ...{ ipv6: routesIpv6(routing), routing: routing !== 'none' },
    ...{ full: routing === 'full', networks: typeof routing !== 'string' },
    handshake: `${protocol} dport ${port} ${HANDSHAKE_MATCH[protocol]}`,
    ...{ special4: SPECIAL_NETWORKS4.join(', '), special6: SPECIAL_NETWORKS6.join(', '), global6: GLOBAL_NETWORK6 },
    outside4: outside(
      'ip',
      'ipv4',
      listed.filter(network => !network.includes(':')),
    ),
    outside6: outside(
      'ip6',
      'ipv6',
      listed.filter(network => network.includes(':')),
    ),
  })
}

export function resolverConfig(routing: TunnelRouting): string {
  const special = [...SPECIAL_NETWORKS4, ...SPECIAL_NETWORKS6, ...PRIVATE_NETWORKS6]
  const private_addresses = special.map(network => `  private-address: ${network}`).join('\n')
  return fillTemplate('resolver.conf', { ...NETWORKS, ipv6: routesIpv6(routing), private_addresses })
}

export function sysctlConfig(): string {
  return fillTemplate('sysctl.conf', {})
}

/** `folder` of the server's files, `program` of this repository: absolute paths on the server. */
type Installed = { id: number; folder: string; program: string; routing: boolean }

export function systemdUnits(installed: Installed): Record<string, string> {
  const name = `vpn-${installed.id}`
  const values = {
    ...{ ...installed, resolver: installed.routing ? ' unbound.service' : '', socket: `/run/${name}/firewall.sock` },
    ...{ management_folder: MANAGEMENT.folder, management_socket: MANAGEMENT.socket },
  }
  return {
    [`${name}.service`]: fillTemplate('openvpn.service', values),
    [`${name}-firewall.service`]: fillTemplate('firewall.service', values),
    [`${name}-agent.service`]: fillTemplate('agent.service', values),
  }
}

const fillTemplate = (name: string, values: Parameters<typeof fillTemplateFile>[1]) =>
  fillTemplateFile(new URL(`templates/${name}`, import.meta.url), values)
