import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

/** Where NATS is, and how the service logs in. */
export type NatsAccess = z.infer<typeof natsUrls> & {
  /** With it a server without TLS is refused. Files are read at each connection, so they may be renewed. */
  tls?: { caFile?: string; certFile?: string; keyFile?: string }
}

type Login = { token: string } | { user: string; pass: string }

/** A comma in a password separates nothing. WebSockets are refused: the client would connect without their TLS. */
const SEPARATOR = /\s*,\s*(?=[a-z]+:\/\/)/
const ADDRESS = /^(nats|tls):\/\/([^/?#\s]*@)?[^/?#@\s]+\/?$/

/** Addresses of one cluster. */
export const natsUrls = z.string().transform((text, issue): { servers: string[]; login?: Login } => {
  const addresses = text.split(SEPARATOR)
  const urls = addresses.flatMap(address => (ADDRESS.test(address) ? (URL.parse(address) ?? []) : []))
  const logins = urls.map(loginOf)
  if (urls.length < addresses.length || logins.includes(null)) {
    issue.addIssue(
      'must be nats:// or tls:// addresses, separated by commas, with percent signs for special characters',
    )
    return z.NEVER
  }
  const [login, ...others] = logins.flatMap(one => one ?? [])
  if (others.some(other => !isDeepStrictEqual(other, login))) {
    issue.addIssue('must have one login, the same in all addresses that have one')
    return z.NEVER
  }
  const servers = urls.map(({ protocol, host }) => `${protocol}//${host}`)
  return login === undefined ? { servers } : { servers, login }
})

/** `user:password@` or `token@`; null if it can't be decoded. */
function loginOf({ username, password }: URL): Login | null | undefined {
  if (username === '') return undefined
  try {
    const user = decodeURIComponent(username)
    return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) }
  } catch {
    return null
  }
}

type Variables = {
  NATS_URL?: z.infer<typeof natsUrls> | undefined
  NATS_CA_FILE?: string | undefined
  NATS_CERT_FILE?: string | undefined
  NATS_KEY_FILE?: string | undefined
}

export function natsAccess(variables: Variables): NatsAccess | undefined {
  const { NATS_URL, NATS_CA_FILE: caFile, NATS_CERT_FILE: certFile, NATS_KEY_FILE: keyFile } = variables
  if (NATS_URL === undefined) return undefined
  const tls = {
    ...(caFile === undefined ? {} : { caFile }),
    ...(certFile === undefined || keyFile === undefined ? {} : { certFile, keyFile }),
  }
  const isTls = Object.keys(tls).length > 0 || NATS_URL.servers.some(server => server.startsWith('tls:'))
  return isTls ? { ...NATS_URL, tls } : NATS_URL
}
