import { parse } from 'tldts'
import { OFFICIAL_SUFFIX } from './domain-lists.ts'

export type RegistrableDomain = {
  /** `example.co.uk`. */
  domain: string
  /** `co.uk`. */
  suffix: string
  subdomain: string
  /** Whether the suffix is in the list's private part, where names are free (`web.app`, `duckdns.org`). */
  isFreeHost: boolean
}

/** RFC 1035. */
const HOST_LENGTH_MAX = 253

/** By the public suffix list of `tldts`; null without a known suffix. */
export function registrableDomainOf(host: string): RegistrableDomain | null {
  if (host.length > HOST_LENGTH_MAX) return null
  const { domain, publicSuffix, subdomain, isIcann, isPrivate } = parse(host, OPTIONS)
  // Some authorities are public suffixes: `gov.uk/vehicle-tax`.
  if (publicSuffix === host && isIcann && OFFICIAL_SUFFIX.test(host))
    return { domain: host, suffix: host, subdomain: '', isFreeHost: false }
  if (!domain || !publicSuffix || !(isIcann || isPrivate)) return null
  return { domain, suffix: publicSuffix, subdomain: subdomain ?? '', isFreeHost: isPrivate === true }
}
const OPTIONS = { allowPrivateDomains: true, extractHostname: false, validateHostname: false }
