import { normalUrl } from '#domain/webhooks/endpoint-url.ts'
import { createResolve, isSingleLabel, type Resolve, ResolveFailed } from '#edge/outbound/resolve.ts'
import type { Service } from '#service.ts'
import { fieldRejection } from '#values/errors.ts'

/**
 * The normal form of an endpoint's address. Refuses addresses that are not HTTPS or not public. A name that DNS does
 * not resolve passes, because endpoints may be registered before their names exist, an outage of DNS is not the
 * caller's fault, and every connection is checked again. A name without a dot must resolve to an allowed range.
 */
export async function checkUrl(
  { config }: Pick<Service, 'config'>,
  text: string,
  resolve: Resolve = createResolve(config.WEBHOOK_ALLOW_CIDRS),
): Promise<string> {
  const normal = normalUrl(text)
  if ('reason' in normal) throw refusal(normal.reason)
  const { hostname, href } = normal.url
  try {
    await resolve(hostname)
  } catch (error) {
    if (!(error instanceof ResolveFailed)) throw error
    if (isSingleLabel(hostname)) throw refusal('must have a full host name, such as hooks.example.com')
    if (error.code === 'address_refused') throw refusal('must lead to a public address')
  }
  return href
}

function refusal(reason: string) {
  return fieldRejection('INVALID_REQUEST', [{ field: 'url', reason }])
}
