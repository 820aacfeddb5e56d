import { domainToUnicode } from 'node:url'
import { type RegistrableDomain, registrableDomainOf } from './registrable-domain.ts'

/** What of an address tells where it leads. */
export type ParsedUrl = {
  /** Lower case: `http`, `https`, `ftp`, `javascript` … `https` where none is said. */
  scheme: string
  isSchemeExplicit: boolean
  /** ASCII; without a name it is empty. */
  host: string
  /** As a browser may show it. */
  unicodeHost: string
  registrable: RegistrableDomain | null
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
export function parseUrl(text: string): ParsedUrl | null {
  const clipped = text.slice(0, URL_LENGTH_MAX).trim()
  const explicitScheme = HOST_AND_PORT.test(clipped) ? undefined : SCHEME.exec(clipped)?.[1]?.toLowerCase()
  const decoded = clipped.replace(/^https?%3a%2f%2f/i, found => (/^https/i.test(found) ? 'https://' : 'http://'))
  const url = URL.parse(
    explicitScheme === undefined && decoded === clipped ? `https://${clipped.replace(/^\/{1,8}/, '')}` : decoded,
  )
  if (url === null) return null
  const scheme = url.protocol.slice(0, -1)
  if (url.hostname === '') return EXECUTABLE_SCHEMES.has(scheme) ? { ...NO_HOST, scheme, path: url.pathname } : null
  const host = url.hostname.replace(/\.$/, '')
  return {
    scheme,
    isSchemeExplicit: explicitScheme !== undefined || decoded !== clipped,
    host,
    unicodeHost: domainToUnicode(host) || host,
    registrable: registrableDomainOf(host),
    isIp: /^\[|^\d+\.\d+\.\d+\.\d+$/.test(host),
    port: url.port,
    hasUserinfo: url.username !== '' || url.password !== '',
    path: url.pathname + url.search + url.hash,
  }
}

/** Schemes that run what follows, or show it as a page. */
const EXECUTABLE_SCHEMES = new Set(['javascript', 'vbscript', 'data', 'blob', 'file', 'intent'])
const NO_HOST = {
  isSchemeExplicit: true,
  host: '',
  unicodeHost: '',
  registrable: null,
  isIp: false,
  port: '',
  hasUserinfo: false,
}
