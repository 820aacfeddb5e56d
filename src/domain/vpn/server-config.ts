import { address, DATA_CIPHERS, port, transport } from './client-config.ts'
import type { ServerTerms } from './servers/events.ts'

/** The files that the text below names, beside it. */
export const SERVER_FILES = { ca: 'ca.crt', cert: 'server.crt', key: 'server.key', tlsCrypt: 'tls-crypt.key' } as const

/**
 * Where its management socket stands, in a folder of its own that nobody else may enter: OpenVPN lets everybody write to the socket, and whoever
 * does reads passwords and lets in whom they like.
 */
export const MANAGEMENT = { folder: 'agent', socket: 'agent/management.sock' } as const

/** Twice what a server may have slots for: tunnels that are over end a moment later. Unless told, OpenVPN turns away the 1,025th. */
const CLIENTS_MAX = 10_000

/** The network inside the tunnels, and the server's own address in it. */
export const TUNNEL_NETWORK = {
  ...{ address: '10.8.0.0', netmask: '255.255.0.0' },
  ...{ cidr: '10.8.0.0/16', server: '10.8.0.1' },
} as const

/**
 * What an OpenVPN server runs with. Whoever connects is asked about over the management socket, so that nobody comes in while no agent is there to
 * answer. One login has one tunnel (no `duplicate-cn`), and is asked about anew each hour. Errors: ConfigurationError.
 */
export function serverConfig(terms: Pick<ServerTerms, 'ip' | 'port' | 'protocol'>): string {
  return [
    'mode server',
    'tls-server',
    `port ${port(terms.port)}`,
    `proto ${transport(terms)}`,
    `local ${address(terms.ip)}`,
    'dev tun',
    'topology subnet',
    `server ${TUNNEL_NETWORK.address} ${TUNNEL_NETWORK.netmask}`,
    `max-clients ${CLIENTS_MAX}`,
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
