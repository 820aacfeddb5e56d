import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import { type TransactionEvent, transactionStreams } from '#domain/transactions/events.ts'
import { type Category, UnreadableEvent } from '#event-sourcing/category.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'

/** Throws for an unknown type: money is not moved on a guess. */
export function parseRefundEvent(event: Recorded<DomainEvent>): Recorded<RefundEvent> {
  return parseKnown(event, refundStreams)
}

/** Throws for an unknown type. */
export function parseTransactionEvent(event: Recorded<DomainEvent>): Recorded<TransactionEvent> {
  return parseKnown(event, transactionStreams)
}

function parseKnown<E extends DomainEvent>(event: Recorded<DomainEvent>, streams: Category<E>): Recorded<E> {
  const { type, stream, revision } = event
  if (!streams.types.includes(type)) throw new UnreadableEvent(stream, revision, `unknown event type ${type}`)
  return streams.parse(event)
}
