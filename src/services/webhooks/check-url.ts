import { normalUrl } from '#domain/webhooks/endpoint-url.ts'
import { createResolve, isSingleLabel, type Resolve, ResolveFailed } from '#edge/outbound/resolve.ts'
import type { Service } from '#service.ts'
import { fieldRejection } from '#values/errors.ts'

/**
 * The normal form of an endpoint's address. Refuses what is not HTTPS and what leads now where no attempt would connect.
 *
 * A name that DNS does not know, or about which it says nothing in its time, passes: endpoints are registered before their
 * names are there, an outage of DNS is no fault of the caller, and every connection is judged again, so that nothing is lost
 * by it. A name without a dot does not pass unanswered: that it leads to an opened range has to be seen.
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
