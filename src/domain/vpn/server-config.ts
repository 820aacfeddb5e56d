import ipaddr from 'ipaddr.js'
import { ConfigurationError, checkAddress, checkPort, DATA_CIPHERS, transportOf } from './client-config.ts'
import { routesIpv6, routingOf } from './routing.ts'
import type { ServerTerms, TunnelRouting } from './servers/events.ts'
import { isGlobalNetwork } from './special-networks.ts'

/** The files that the text below names, beside it. */
export const SERVER_FILES = { ca: 'ca.crt', cert: 'server.crt', key: 'server.key', tlsCrypt: 'tls-crypt.key' } as const

/**
 * Where its management socket stands, in a folder of its own that nobody else may enter: OpenVPN lets everybody write to the socket, and whoever
 * does reads passwords and lets in whom they like.
 */
export const MANAGEMENT = { folder: 'agent', socket: 'agent/management.sock' } as const

/** Twice what a server may have slots for: tunnels that are over end a moment later. OpenVPN's default is 1,024. */
const CLIENTS_MAX = 10_000

/**
 * Handshakes that begin: all clients of a full server are back within a minute after it was killed. OpenVPN's default
 * is 100 in 10 s.
 */
const HANDSHAKES = { max: 2_000, inS: 10 } as const

/** The network inside the tunnels, and the server's own address in it. */
export const TUNNEL_NETWORK = {
  ...{ address: '10.8.0.0', netmask: '255.255.0.0' },
  ...{ cidr: '10.8.0.0/16', server: '10.8.0.1' },
} as const

/**
 * The same for IPv6: a unique local network (RFC 4193), of which an Internet server is reached through address
 * translation.
 */
export const TUNNEL_NETWORK6 = { cidr: 'fd5e:c84e:b1a7::/64', server: 'fd5e:c84e:b1a7::1' } as const

/** The server's end of all tunnels. Firewall rules name it, so that it has a fixed name where there is routing. */
export const TUNNEL_DEVICE = 'security-vpn'

/**
 * What an OpenVPN server runs with. Whoever connects is asked about over the management socket, so that nobody comes in while no agent is there to
 * answer. One login has one tunnel (no `duplicate-cn`), and is asked about anew each hour. Errors: ConfigurationError.
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
 * A client keeps its tunnel device, and with it its routes, only if it gets the same address when it reconnects; else
 * it is without both for a second. So the server remembers who had which address, also when it was killed. Measured
 * with all 65,000 in use: 14 ms for each write.
 */
const ADDRESSES = { file: 'addresses.txt', writtenEveryS: 10 } as const

/**
 * With `full` the client's IPv6 packets enter the tunnel even if the server has no IPv6 upstream, so that they can't
 * leave beside it. `block-local`: a hostile network may call any addresses its own, and packets to those would leave
 * beside the tunnel. `block-outside-dns`: Windows asks the resolvers of all networks at once; other systems ignore it.
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

/** Errors: ConfigurationError. */
function routeOption(network: string): string {
  if (!isGlobalNetwork(network)) throw new ConfigurationError('a network of the routing is no global one')
  if (network.includes(':')) return `route-ipv6 ${network}`
  const [first, bits] = network.split('/')
  return `route ${first} ${ipaddr.IPv4.subnetMaskFromPrefixLength(Number(bits))}`
}
