import { address, DATA_CIPHERS, port, transport } from './client-config.ts'
import type { ServerTerms } from './servers/events.ts'

/** The files that the text below names, beside it. */
export const SERVER_FILES = { ca: 'ca.crt', cert: 'server.crt', key: 'server.key', tlsCrypt: 'tls-crypt.key' } as const

/** The network inside the tunnels. */
const TUNNEL_NETWORK = '10.8.0.0 255.255.0.0'

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
    `server ${TUNNEL_NETWORK}`,
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
    'management agent.sock unix',
    'management-client-auth',
    'reneg-sec 3600',
    'verb 3',
    '',
  ].join('\n')
}
