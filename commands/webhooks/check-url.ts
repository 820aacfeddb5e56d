import { normalUrl } from '#domain/webhooks/endpoint-url.ts'
import { addressRule } from '#edge/outbound/addresses.ts'
import { createResolve, ResolveFailed } from '#edge/outbound/resolve.ts'
import { fieldRejection } from '#errors.ts'
import type { Service } from '#service.ts'

/**
 * The normal form of an endpoint's address. Refuses what is not HTTPS and what leads to a special-purpose address now; a
 * name without an answer passes, because every connection checks again.
 */
export async function checkUrl({ config }: Pick<Service, 'config'>, text: string): Promise<string> {
  const normal = normalUrl(text)
  if ('reason' in normal) throw fieldRejection('INVALID_REQUEST', [{ field: 'url', reason: normal.reason }])
  const resolve = createResolve(addressRule(config.WEBHOOK_ALLOW_CIDRS))
  try {
    await resolve(normal.url.hostname)
  } catch (error) {
    if (!(error instanceof ResolveFailed)) throw error
    if (error.code === 'address_refused')
      throw fieldRejection('INVALID_REQUEST', [{ field: 'url', reason: 'must lead to a public address' }])
  }
  return normal.url.href
}
