import type { DomainEvent, Recorded } from '#decider.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import type { Logged } from '#edge/eventstore/event-store.ts'
import { createRefundEvents } from '#modules/refunds/public-events.ts'
import { createWebhookEvents } from '#modules/webhooks/public-events.ts'
import type { Service } from '#service.ts'
import { isFaultOfEvent, reasonOf } from '#subscription/blame.ts'
import type { Draft } from './draft.ts'

/** What an event is to the world outside: something to tell, nothing, or something that can't be told and why. */
export type Translation = { draft: Draft | null } | { refused: string }

/** Turns domain events, in log order, into public ones. An outage rejects; an event that can't be translated holds nobody up. */
export function createPublicEvents(service: Pick<Service, 'store' | 'vault' | 'execute'>, foldedMax: number) {
  const refunds = createRefundEvents(service, foldedMax)
  const webhooks = createWebhookEvents(service)

  async function translated(events: Recorded<DomainEvent>[]): Promise<Translation[]> {
    const folded = await refunds.fold(events.filter(refundStreams.has))
    const drafts = await Promise.all(
      events.map(event => {
        const refund = folded.get(event.id)
        if (refund !== undefined) return refunds.draft(refundStreams.parse(event), refund)
        if (refundStreams.has(event)) return null
        return webhooks.draft(event)
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
