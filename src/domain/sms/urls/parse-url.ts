import { domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import { OFFICIAL_SUFFIX } from './domain-lists.ts'

export type ParsedUrl = {
  /** Lower case: `http`, `https`, `ftp`, `javascript` …; `https` if the text has none. */
  scheme: string
  isSchemeExplicit: boolean
  /** ASCII; empty if the URL has no host. */
  host: string
  /** As a browser can display it. */
  unicodeHost: string
  registrable: ReturnType<typeof registrableDomainOf>
  isIp: boolean
  port: string
  hasUserinfo: boolean
  path: string
}

/** The rest of a longer URL is ignored. */
export const URL_LENGTH_MAX = 2_048
const SCHEME = /^([a-z][a-z0-9+.-]{1,20}):/i
const HOST_AND_PORT = /^[^/?#@]*\.[^/?#@:]*:\d/

/** Null if the text has neither a host nor an executable scheme. */
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

/** Schemes whose content is run or shown as a page. */
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

/** RFC 1035. */
const HOST_LENGTH_MAX = 253

/** `example.co.uk` with its suffix `co.uk`, by the public suffix list of `tldts`; null without a known suffix. */
export function registrableDomainOf(host: string) {
  if (host.length > HOST_LENGTH_MAX) return null
  const { domain, publicSuffix, subdomain, isIcann, isPrivate } = parse(host, OPTIONS)
  // Some authorities are public suffixes: `gov.uk/vehicle-tax`.
  if (publicSuffix === host && isIcann && OFFICIAL_SUFFIX.test(host))
    return { domain: host, suffix: host, subdomain: '', isFreeHost: false }
  if (!domain || !publicSuffix || !(isIcann || isPrivate)) return null
  /** In the list's private part names are free (`web.app`, `duckdns.org`). */
  const isFreeHost = isPrivate === true
  return { domain, suffix: publicSuffix, subdomain: subdomain ?? '', isFreeHost }
}
const OPTIONS = { allowPrivateDomains: true, extractHostname: false, validateHostname: false }
