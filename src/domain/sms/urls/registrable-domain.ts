import { parse } from 'tldts'
import { OFFICIAL_SUFFIX } from './domain-lists.ts'

export type RegistrableDomain = {
  /** `example.co.uk`: what somebody registered. */
  domain: string
  /** `co.uk`. */
  suffix: string
  /** What stands before the domain. */
  subdomain: string
  /** Whether anybody can have a name under it for nothing (`web.app`, `duckdns.org`): the list's private part. */
  isFreeHost: boolean
}

/** A longer name is none (RFC 1035). */
const HOST_LENGTH_MAX = 253

/** What of a host name is registered, by the public suffix list that comes with `tldts`; null when it is no name under a known suffix. */
export function registrableDomainOf(host: string): RegistrableDomain | null {
  if (host.length > HOST_LENGTH_MAX) return null
  const { domain, publicSuffix, subdomain, isIcann, isPrivate } = parse(host, OPTIONS)
  // Some authorities are a suffix themselves: `gov.uk/vehicle-tax`.
  if (publicSuffix === host && isIcann && OFFICIAL_SUFFIX.test(host))
    return { domain: host, suffix: host, subdomain: '', isFreeHost: false }
  if (!domain || !publicSuffix || !(isIcann || isPrivate)) return null
  return { domain, suffix: publicSuffix, subdomain: subdomain ?? '', isFreeHost: isPrivate === true }
}
const OPTIONS = { allowPrivateDomains: true, extractHostname: false, validateHostname: false }
