import type { DomainEvent, Recorded } from '#decider.ts'
import type { RefundEvent } from '#domain/refunds/events.ts'
import { REFUND_STREAM_PREFIX } from '#domain/refunds/events.ts'
import type { DeliveryEvent, WebhookEvent } from '#domain/webhooks/events.ts'
import type { Service } from '#service.ts'
import type { Draft } from './draft.ts'
import { createRefundEvents } from './refund-events.ts'
import { webhookEvent } from './webhook-events.ts'

/** Turns domain events, in log order, into public ones; null = nobody outside is told. */
export function createPublicEvents(service: Pick<Service, 'store' | 'vault'>, foldedMax: number) {
  const refunds = createRefundEvents(service, foldedMax)
  return async (events: Recorded<DomainEvent>[]): Promise<(Draft | null)[]> => {
    const folded = await refunds.fold(events.filter(({ stream }) => stream.startsWith(REFUND_STREAM_PREFIX)))
    return Promise.all(
      events.map(event => {
        const refund = folded.get(event.id)
        if (refund !== undefined) return refunds.draft(event as Recorded<RefundEvent>, refund)
        if (event.stream.startsWith(REFUND_STREAM_PREFIX)) return null
        return webhookEvent(event as Recorded<WebhookEvent | DeliveryEvent>)
      }),
    )
  }
}
