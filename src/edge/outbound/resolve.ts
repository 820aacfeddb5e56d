import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { addressRule, allowlistRule } from './addresses.ts'

/** Budget of a lookup; a silent DNS server delays no other delivery. */
const RESOLVE_MS_MAX = 5_000
const QUERY_MS_MAX = 2_000
const QUERY_TRIES = 2

export class ResolveFailed extends Error {
  readonly code: 'dns_error' | 'address_refused'
  constructor(code: ResolveFailed['code'], message: string) {
    super(message)
    this.name = 'ResolveFailed'
    this.code = code
  }
}

/** The addresses of a host, all of them allowed. Rejects with ResolveFailed. */
export type Resolve = (host: string) => Promise<string[]>

/**
 * Queries DNS with c-ares: four silent names would block the four threads of `dns.lookup`, and so all deliveries. One
 * refused address refuses the name. A name without a dot must lead to `allowed` (WEBHOOK_ALLOW_CIDRS).
 */
export function createResolve(allowed: readonly string[], options: { dnsServers?: string[] } = {}): Resolve {
  const [allows, opens] = [addressRule(allowed), allowlistRule(allowed)]
  return async host => {
    const name = plainName(host)
    const rule = isSingleLabel(host) ? opens : allows
    const addresses =
      isIP(name) !== 0 ? [name] : name === 'localhost' ? ['127.0.0.1', '::1'] : await queryDns(name, options)
    const usable = name === 'localhost' ? addresses.filter(rule) : addresses
    const refused = usable.length === 0 ? name : usable.find(address => !rule(address))
    if (refused !== undefined) throw new ResolveFailed('address_refused', `${refused} is not a public address`)
    return usable
  }
}

/** A name without a dot: `intranet`, `localhost.`; not `example.com`, not `[::1]`. */
export function isSingleLabel(host: string): boolean {
  const name = plainName(host)
  return isIP(name) === 0 && !name.includes('.')
}

function plainName(host: string): string {
  return host.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
}

async function queryDns(name: string, { dnsServers }: { dnsServers?: string[] }): Promise<string[]> {
  const resolver = new Resolver({ timeout: QUERY_MS_MAX, tries: QUERY_TRIES })
  if (dnsServers !== undefined) resolver.setServers(dnsServers)
  const timer = setTimeout(() => resolver.cancel(), RESOLVE_MS_MAX)
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const failure = answers.find(answer => answer.status === 'rejected')
    throw new ResolveFailed('dns_error', String(failure?.reason?.code ?? 'no address'))
  } finally {
    clearTimeout(timer)
  }
}
