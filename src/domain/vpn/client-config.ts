import { isIP } from 'node:net'
import { PROTOCOLS, type ServerTerms } from './servers/events.ts'

/** The text that an OpenVPN client connects with, and the names that it goes by. */

/** What a client is to trust: the installation's authority, and the key that the server shares with all its clients. PEM and OpenVPN's own armour. */
export type TlsMaterial = { caPem: string; tlsCrypt: string }

/** A value that could say more than it is meant to. The message names it and never repeats it. */
export class ConfigurationError extends Error {}

/** The name in a server's certificate; made of its number alone, because names of administrators may be any text. */
export function certificateName(server_id: number): string {
  return `vpn-${server_id}`
}

const ARMOUR = /^-----BEGIN [\w ]+-----\n(?:[A-Za-z0-9+/=]+\n)+-----END [\w ]+-----\n$/

/** Text of one or more armoured blocks and nothing else: whatever else stood there would be an option, or would end the block. */
export function checkArmour(what: string, text: string): string {
  const normal = `${text.replaceAll('\r\n', '\n').trimEnd()}\n`
  if (!ARMOUR.test(normal)) throw new ConfigurationError(`${what} is not an armoured block`)
  return normal
}

export function checkAddress(ip: string): string {
  if (isIP(ip) === 0) throw new ConfigurationError('the address of the server is none')
  return ip
}

export function checkPort(number: number): number {
  if (!Number.isInteger(number) || number < 1 || number > 65_535)
    throw new ConfigurationError('the port of the server is none')
  return number
}

/** As OpenVPN names it: the protocol with the family of the address. */
export function transportOf({ protocol, ip }: Pick<ServerTerms, 'protocol' | 'ip'>): string {
  if (!PROTOCOLS.includes(protocol)) throw new ConfigurationError('the protocol of the server is none')
  return `${protocol}${isIP(ip) === 6 ? '6' : '4'}`
}

/** What client and server agree on, strongest first. */
export const DATA_CIPHERS = 'AES-256-GCM:AES-128-GCM:CHACHA20-POLY1305'

/**
 * Lines end in LF alone, and none of them has a value that could begin another one: names of servers and cities stay out of it. The credentials do
 * too, for such a text is logged, sent and kept; the app hands them over when it is asked (`auth-user-pass`). The client keeps them in memory:
 * each renewal of keys shows them to the agent again, and with `auth-nocache` a person would have to type them each hour. Errors: ConfigurationError.
 */
export function clientConfig(
  server: { server_id: number; terms: Pick<ServerTerms, 'ip' | 'port' | 'protocol'> },
  tls: TlsMaterial,
): string {
  const { server_id, terms } = server
  return [
    'client',
    'dev tun',
    `proto ${transportOf(terms)}`,
    `remote ${checkAddress(terms.ip)} ${checkPort(terms.port)}`,
    'nobind',
    'persist-key',
    'persist-tun',
    'remote-cert-tls server',
    `verify-x509-name ${certificateName(server_id)} name`,
    'auth-user-pass',
    `data-ciphers ${DATA_CIPHERS}`,
    'tls-version-min 1.2',
    ...(terms.protocol === 'udp' ? ['explicit-exit-notify 1'] : []),
    'verb 3',
    `<ca>\n${checkArmour('the certificate of the authority', tls.caPem)}</ca>`,
    `<tls-crypt>\n${checkArmour("the server's tls-crypt key", tls.tlsCrypt)}</tls-crypt>`,
    '',
  ].join('\n')
}
