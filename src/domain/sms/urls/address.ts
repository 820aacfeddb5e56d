import { domainToUnicode } from 'node:url'
import { type Registered, registeredOf } from './registered.ts'

/** What of an address tells where it leads. */
export type Address = {
  /** Lower case: `http`, `https`, `ftp`, `javascript` … `https` where none is said. */
  scheme: string
  isSchemeSaid: boolean
  /** ASCII; without a name it is empty. */
  host: string
  /** As a browser may show it. */
  shownHost: string
  registered: Registered | null
  isIp: boolean
  port: string
  hasUserinfo: boolean
  path: string
}

/** What is longer is looked at up to here. */
export const URL_LENGTH_MAX = 2_048
const SCHEME = /^([a-z][a-z0-9+.-]{1,20}):/i
/** What a host with a port begins like. */
const HOST_AND_PORT = /^[^/?#@]*\.[^/?#@:]*:\d/

/** Null when it names no place and runs no script. */
export function addressOf(text: string): Address | null {
  const clipped = text.slice(0, URL_LENGTH_MAX).trim()
  const said = HOST_AND_PORT.test(clipped) ? undefined : SCHEME.exec(clipped)?.[1]?.toLowerCase()
  const decoded = clipped.replace(/^https?%3a%2f%2f/i, found => (/^https/i.test(found) ? 'https://' : 'http://'))
  const url = URL.parse(
    said === undefined && decoded === clipped ? `https://${clipped.replace(/^\/{1,8}/, '')}` : decoded,
  )
  if (url === null) return null
  const scheme = url.protocol.slice(0, -1)
  if (url.hostname === '') return RUNNING.has(scheme) ? { ...NOWHERE, scheme, path: url.pathname } : null
  const host = url.hostname.replace(/\.$/, '')
  return {
    scheme,
    isSchemeSaid: said !== undefined || decoded !== clipped,
    host,
    shownHost: domainToUnicode(host) || host,
    registered: registeredOf(host),
    isIp: /^\[|^\d+\.\d+\.\d+\.\d+$/.test(host),
    port: url.port,
    hasUserinfo: url.username !== '' || url.password !== '',
    path: url.pathname + url.search + url.hash,
  }
}

/** Schemes that run what follows, or show it as a page. */
const RUNNING = new Set(['javascript', 'vbscript', 'data', 'blob', 'file', 'intent'])
const NOWHERE = {
  isSchemeSaid: true,
  host: '',
  shownHost: '',
  registered: null,
  isIp: false,
  port: '',
  hasUserinfo: false,
}
