import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import { type TransactionEvent, transactionStreams } from '#domain/transactions/events.ts'
import { type Category, UnreadableEvent } from '#event-sourcing/category.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'

/** An event of a refund's stream as its contract has it. Throws for any other: money is not moved on a guess. */
export function parseRefundEvent(event: Recorded<DomainEvent>): Recorded<RefundEvent> {
  return parseKnown(event, refundStreams)
}

/** An event of a transaction's stream as its contract has it. Throws for any other. */
export function parseTransactionEvent(event: Recorded<DomainEvent>): Recorded<TransactionEvent> {
  return parseKnown(event, transactionStreams)
}

function parseKnown<E extends DomainEvent>(event: Recorded<DomainEvent>, streams: Category<E>): Recorded<E> {
  const { type, stream, revision } = event
  if (!streams.types.includes(type)) throw new UnreadableEvent(stream, revision, `${type} is not known`)
  return streams.parse(event)
}
