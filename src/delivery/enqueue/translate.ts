import type { DomainEvent, Recorded } from '#decider.ts'
import type { RefundEvent } from '#domain/refunds/events.ts'
import { REFUND_STREAM_PREFIX } from '#domain/refunds/events.ts'
import type { DeliveryEvent, WebhookEvent } from '#domain/webhooks/events.ts'
import type { Logged } from '#edge/eventstore/event-store.ts'
import { createRefundEvents } from '#modules/refunds/public-events.ts'
import { refuseMisshapen, webhookEvent } from '#modules/webhooks/public-events.ts'
import type { Service } from '#service.ts'
import { isFaultOfEvent, reasonOf } from '#subscription/blame.ts'
import type { Draft } from './draft.ts'

/** What an event is to the world outside: something to tell, nothing, or something that can't be told and why. */
export type Translation = { draft: Draft | null } | { refused: string }

/** Turns domain events, in log order, into public ones. An outage rejects; an event that can't be translated holds nobody up. */
export function createPublicEvents(service: Pick<Service, 'store' | 'vault'>, foldedMax: number) {
  const refunds = createRefundEvents(service, foldedMax)

  async function translated(events: Recorded<DomainEvent>[]): Promise<Translation[]> {
    const folded = await refunds.fold(events.filter(({ stream }) => stream.startsWith(REFUND_STREAM_PREFIX)))
    const drafts = await Promise.all(
      events.map(event => {
        const refund = folded.get(event.id)
        if (refund !== undefined) return refunds.draft(event as Recorded<RefundEvent>, refund)
        if (event.stream.startsWith(REFUND_STREAM_PREFIX)) return null
        const own = event as Recorded<WebhookEvent | DeliveryEvent>
        refuseMisshapen(own)
        return webhookEvent(own)
      }),
    )
    return drafts.map(draft => ({ draft }))
  }

  return async (events: Logged[]): Promise<Translation[]> => {
    try {
      return await translated(events)
    } catch (error) {
      if (!isFaultOfEvent(error)) throw error
    }
    const one = (event: Logged) =>
      translated([event]).catch((error): Translation[] => {
        if (!isFaultOfEvent(error)) throw error
        return [{ refused: reasonOf(error) }]
      })
    const translations: Translation[] = []
    for (const event of events) translations.push(...(await one(event)))
    return translations
  }
}
