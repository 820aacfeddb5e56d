import type { Input } from '../../../client/types.ts'
import type { FormDraft } from '../../drafts.ts'
import type { EndpointAnswer } from '../endpoint.ts'

type EndpointChanges = Input<'updateWebhook'>['body']

/** An endpoint as the texts of its form. */
export function endpointTexts({ url, description, events, rate_per_second, metadata }: EndpointAnswer): FormDraft {
  return {
    ...{ url, description: description ?? '', events: events.join(' ') },
    rate: String(rate_per_second ?? ''),
    metadata: Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata, null, 2),
  }
}

/** The fields that were changed, as the API takes them. Throws an error in words. */
export function changesOfEndpoint(changed: FormDraft): EndpointChanges {
  const { url, description, events, rate, metadata } = changed
  return {
    ...(url === undefined ? {} : { url: url.trim() }),
    ...(description === undefined ? {} : { description: description.trim() === '' ? null : description }),
    ...(events === undefined
      ? {}
      : { events: events.split(' ').filter(Boolean) as EndpointChanges['events'] & object }),
    ...(rate === undefined ? {} : { rate_per_second: rateOf(rate) }),
    ...(metadata === undefined ? {} : { metadata: metadataOf(metadata) }),
  }
}

function rateOf(text: string): number | null {
  if (text.trim() === '') return null
  const rate = Number(text)
  // JSON has no such number: the limit would be taken away.
  if (!Number.isFinite(rate)) throw new Error(`Deliveries per second: "${text.trim()}" is not a number.`)
  return rate
}

function metadataOf(text: string): NonNullable<EndpointChanges['metadata']> {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('Metadata: it is not JSON, such as {"team": "payments"}.')
  }
}
