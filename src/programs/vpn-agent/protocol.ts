import { isIP } from 'node:net'
import { StringDecoder } from 'node:string_decoder'

const CLIENT_EVENTS = ['CONNECT', 'REAUTH', 'ESTABLISHED', 'DISCONNECT'] as const

/** `cid` numbers clients since the start of the server, `kid` the keys of a client. */
export type OpenVpnClientEvent = {
  type: 'client'
  event: (typeof CLIENT_EVENTS)[number]
  cid: string
  kid: string | null
  /** Contains the password in plaintext: never logged, and dropped with the event. */
  env: ReadonlyMap<string, string>
}
export type ManagementMessage =
  | OpenVpnClientEvent
  | { type: 'bytes'; cid: string; received: number; sent: number }
  | { type: 'reply'; isDone: boolean; text: string }
  | { type: 'line'; text: string }
  | { type: 'end' }

/** OpenVPN sends no longer lines; they are skipped. */
const LINE_LENGTH_MAX = 65_536
const ENV_MAX = 1_000
const BEGIN = /^>CLIENT:(CONNECT|REAUTH|ESTABLISHED|DISCONNECT),(\d{1,20})(?:,(\d{1,20}))?$/
const BYTES = /^>BYTECOUNT_CLI:(\d{1,20}),(\d{1,15}),(\d{1,15})$/
const REPLY = /^(SUCCESS|ERROR): ?(.*)$/

export function createParser(): (chunk: Uint8Array) => ManagementMessage[] {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let isTooLong = false
  let open: { event: OpenVpnClientEvent['event']; cid: string; kid: string | null; env: Map<string, string> } | null =
    null

  function messageOf(line: string): ManagementMessage | null {
    if (!line.startsWith('>')) {
      if (line === 'END') return { type: 'end' }
      const [, word, text = ''] = REPLY.exec(line) ?? []
      return word === undefined ? { type: 'line', text: line } : { type: 'reply', isDone: word === 'SUCCESS', text }
    }
    if (line.startsWith('>CLIENT:ENV,')) return env(line.slice('>CLIENT:ENV,'.length))
    const [, event, cid, kid] = BEGIN.exec(line) ?? []
    if (event !== undefined && cid !== undefined) {
      open = { event: event as OpenVpnClientEvent['event'], cid, kid: kid ?? null, env: new Map() }
      return null
    }
    const [, bytesCid, received, sent] = BYTES.exec(line) ?? []
    if (bytesCid === undefined) return null
    return { type: 'bytes', cid: bytesCid, received: Number(received), sent: Number(sent) }
  }

  function env(text: string): ManagementMessage | null {
    if (open === null) return null
    if (text === 'END') {
      const complete = open
      open = null
      return { type: 'client', ...complete }
    }
    const at = text.indexOf('=')
    if (at > 0 && open.env.size < ENV_MAX) open.env.set(text.slice(0, at), text.slice(at + 1))
    return null
  }

  return chunk => {
    const messages: ManagementMessage[] = []
    const lines = (rest + decoder.write(Buffer.from(chunk))).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const skipped = isTooLong || line.length > LINE_LENGTH_MAX
      isTooLong = false
      const message = skipped ? null : messageOf(line.endsWith('\r') ? line.slice(0, -1) : line)
      if (message !== null) messages.push(message)
    }
    if (rest.length > LINE_LENGTH_MAX) {
      rest = ''
      isTooLong = true
    }
    return messages
  }
}

export type ListedTunnel = {
  cid: string
  username: string
  addresses: readonly string[]
  since: string
  received: number
  sent: number
}

/** `status 3`: type, common name, real, virtual and IPv6 address, received, sent, since, since (Unix), user, cid. */
const COLUMNS_MIN = 11
const DIGITS = /^\d{1,20}$/

/** The cid of a listed client that has sent its credentials and is not admitted yet; null for other lines. */
export function parsePendingClient(line: string): string | null {
  const columns = line.split('\t')
  if (columns[0] !== 'CLIENT_LIST' || columns.length < COLUMNS_MIN) return null
  const [, , , address4 = '', address6 = '', , , , , username = '', cid = ''] = columns
  const isKnown = username !== '' && username !== 'UNDEF' && DIGITS.test(cid)
  return isKnown && addressesOf(address4, address6).length === 0 ? cid : null
}

/** Null for other lines, and for a client without an address, which is not admitted yet. */
export function parseListedTunnel(line: string): ListedTunnel | null {
  const columns = line.split('\t')
  if (columns[0] !== 'CLIENT_LIST' || columns.length < COLUMNS_MIN) return null
  const [, , , address4 = '', address6 = '', received = '', sent = '', , since = '', username = '', cid = ''] = columns
  const addresses = addressesOf(address4, address6)
  if (addresses.length === 0 || ![received, sent, since, cid].every(text => DIGITS.test(text))) return null
  return { cid, username, addresses, since, received: Number(received), sent: Number(sent) }
}

export function parseEstablishedTunnel({ cid, env }: OpenVpnClientEvent): ListedTunnel {
  const envOf = (name: string) => env.get(name) ?? ''
  return {
    cid,
    username: env.get('username') ?? envOf('common_name'),
    addresses: addressesOf(envOf('ifconfig_pool_remote_ip'), envOf('ifconfig_pool_remote_ip6')),
    since: env.get('time_unix') ?? '0',
    ...{ received: 0, sent: 0 },
  }
}

function addressesOf(...texts: string[]): string[] {
  return texts.filter(text => isIP(text) !== 0)
}

/** Admits a client and pushes its resolvers. Only addresses get into the text. */
export function allow(cid: string, kid: string, dns_servers: readonly string[]): string {
  const pushed = dns_servers
    .filter(address => isIP(address) !== 0 && !address.includes('%'))
    .map(address => `push "dhcp-option ${isIP(address) === 6 ? 'DNS6' : 'DNS'} ${address}"\n`)
  return `client-auth ${cid} ${kid}\n${pushed.join('')}END`
}

export function renew(cid: string, kid: string): string {
  return `client-auth-nt ${cid} ${kid}`
}

/** The client ends with AUTH_FAILED. */
export function deny(cid: string, kid: string): string {
  return `client-deny ${cid} ${kid} "no open session with this password" "no open session with this password"`
}

/**
 * OpenVPN ends the client 5 s later otherwise. Without HALT it would reconnect at once. OpenVPN's `kill` is not safe:
 * it removes the client while a packet of it may wait for the tunnel device, and writing that packet stops the server
 * (2.6.14: `Assertion failed at multi.h:657 (mi)`).
 */
export function halt(cid: string): string {
  return `client-kill ${cid} HALT`
}

export function restart(cid: string): string {
  return `client-kill ${cid}`
}
