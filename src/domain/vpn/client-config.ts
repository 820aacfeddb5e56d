import { isIP } from 'node:net'
import { PROTOCOLS, type ServerTerms } from './servers/events.ts'

/** The certificate of the authority, PEM, and the tls-crypt key that a server shares with all its clients. */
export type TlsMaterial = { caPem: string; tlsCrypt: string }

/** A value that could inject an option. The message names the field and never contains the value. */
export class ConfigurationError extends Error {}

/** The name in a server's certificate. Contains only its number: other fields may be any text. */
export function certificateName(server_id: number): string {
  return `vpn-${server_id}`
}

const ARMOUR = /^-----BEGIN [\w ]+-----\n(?:[A-Za-z0-9+/=]+\n)+-----END [\w ]+-----\n$/

/** Accepts only armoured blocks: other text would be an option, or would end the block. */
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

export function transportOf({ protocol, ip }: Pick<ServerTerms, 'protocol' | 'ip'>): string {
  if (!PROTOCOLS.includes(protocol)) throw new ConfigurationError('the protocol of the server is none')
  return `${protocol}${isIP(ip) === 6 ? '6' : '4'}`
}

export const DATA_CIPHERS = 'AES-256-GCM:AES-128-GCM:CHACHA20-POLY1305'

/**
 * No value can begin another line. The credentials are not included, because such a text is logged and stored: OpenVPN
 * asks the app for them (`auth-user-pass`) and keeps them in memory. With `auth-nocache` a person would type them at
 * each hourly renewal of keys. Errors: ConfigurationError.
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
