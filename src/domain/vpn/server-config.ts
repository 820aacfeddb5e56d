import ipaddr from 'ipaddr.js'
import { ConfigurationError, checkAddress, checkPort, DATA_CIPHERS, transportOf } from './client-config.ts'
import { routesIpv6, routingOf } from './routing.ts'
import type { ServerTerms, TunnelRouting } from './servers/events.ts'
import { isGlobalNetwork } from './special-networks.ts'

export const SERVER_FILES = { ca: 'ca.crt', cert: 'server.crt', key: 'server.key', tlsCrypt: 'tls-crypt.key' } as const

/** In a folder of its own: every user may write to the socket, and its peer reads passwords and admits clients. */
export const MANAGEMENT = { folder: 'agent', socket: 'agent/management.sock' } as const

/** Twice the largest capacity: ended tunnels leave a moment later. OpenVPN's default is 1,024. */
const CLIENTS_MAX = 10_000

/** All clients of a full server reconnect within a minute after it was killed. OpenVPN's default is 100 in 10 s. */
const HANDSHAKES = { max: 2_000, inS: 10 } as const

export const TUNNEL_NETWORK = {
  ...{ address: '10.8.0.0', netmask: '255.255.0.0' },
  ...{ cidr: '10.8.0.0/16', server: '10.8.0.1' },
} as const

/** A unique local network (RFC 4193); the server translates its addresses. */
export const TUNNEL_NETWORK6 = { cidr: 'fd5e:c84e:b1a7::/64', server: 'fd5e:c84e:b1a7::1' } as const

/** Fixed where there is routing, because firewall rules name it. */
export const TUNNEL_DEVICE = 'security-vpn'

/**
 * The agent authenticates each client over the management socket, again each hour; without an agent no client is
 * admitted. A login has one tunnel (no `duplicate-cn`). Errors: ConfigurationError.
 */
export function serverConfig(terms: Pick<ServerTerms, 'ip' | 'port' | 'protocol' | 'routing'>): string {
  const routing = routingOf(terms)
  return [
    'mode server',
    'tls-server',
    `port ${checkPort(terms.port)}`,
    `proto ${transportOf(terms)}`,
    `local ${checkAddress(terms.ip)}`,
    ...(routing === 'none' ? ['dev tun'] : [`dev ${TUNNEL_DEVICE}`, 'dev-type tun']),
    'topology subnet',
    `server ${TUNNEL_NETWORK.address} ${TUNNEL_NETWORK.netmask}`,
    ...routingOptions(routing),
    `max-clients ${CLIENTS_MAX}`,
    ...(terms.protocol === 'udp' ? [`connect-freq-initial ${HANDSHAKES.max} ${HANDSHAKES.inS}`] : []),
    `ca ${SERVER_FILES.ca}`,
    `cert ${SERVER_FILES.cert}`,
    `key ${SERVER_FILES.key}`,
    'dh none',
    `tls-crypt ${SERVER_FILES.tlsCrypt}`,
    'tls-version-min 1.2',
    'tls-groups X25519:prime256v1',
    `data-ciphers ${DATA_CIPHERS}`,
    'verify-client-cert none',
    'username-as-common-name',
    'keepalive 10 60',
    'persist-key',
    'persist-tun',
    ...(terms.protocol === 'udp' ? ['explicit-exit-notify 1'] : []),
    `management ${MANAGEMENT.socket} unix`,
    'management-client-auth',
    'reneg-sec 3600',
    'verb 3',
    '',
  ].join('\n')
}

/**
 * A client keeps its tunnel device and its routes only if it gets the same address when it reconnects. So the server
 * stores the addresses, for a killed server too; measured with all 65,000 in use: 14 ms per write.
 */
const ADDRESSES = { file: 'addresses.txt', writtenEveryS: 10 } as const

/**
 * `ipv6`: also without an IPv6 upstream, so that no IPv6 packet leaves outside the tunnel. `block-local`: a hostile
 * network may claim any address as local, and packets to it would leave outside. `block-outside-dns`: Windows queries
 * the resolvers of all networks; other systems ignore it.
 */
function routingOptions(routing: TunnelRouting): string[] {
  if (routing === 'none') return []
  return [
    ...(routesIpv6(routing) ? [`server-ipv6 ${TUNNEL_NETWORK6.cidr}`] : []),
    `ifconfig-pool-persist ${ADDRESSES.file} ${ADDRESSES.writtenEveryS}`,
    ...(routing === 'full'
      ? ['push "redirect-gateway def1 ipv6 block-local"', 'push "block-outside-dns"']
      : routing.map(network => `push "${routeOption(network)}"`)),
  ]
}

function routeOption(network: string): string {
  if (!isGlobalNetwork(network)) throw new ConfigurationError('a network of the routing is no global one')
  if (network.includes(':')) return `route-ipv6 ${network}`
  const [first, bits] = network.split('/')
  return `route ${first} ${ipaddr.IPv4.subnetMaskFromPrefixLength(Number(bits))}`
}
