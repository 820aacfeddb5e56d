import type { DomainEvent, Recorded } from '#decider.ts'
import { type RefundEvent, refundEvents } from '#domain/refunds/events.ts'
import { type TransactionEvent, transactionEvents } from '#domain/transactions/events.ts'

/** An event of a refund's stream as its contract has it. Throws for any other: money is not moved on a guess. */
export function refundEvent(event: Recorded<DomainEvent>): Recorded<RefundEvent> {
  return checked(event, refundEvents) as Recorded<RefundEvent>
}

/** An event of a transaction's stream as its contract has it. Throws for any other. */
export function transactionEvent(event: Recorded<DomainEvent>): Recorded<TransactionEvent> {
  return checked(event, transactionEvents) as Recorded<TransactionEvent>
}

type Schema = {
  safeParse(data: unknown): { success: boolean; error?: { issues: readonly { path: PropertyKey[] }[] } | undefined }
}

function checked(event: Recorded<DomainEvent>, schemas: Record<string, Schema>): Recorded<DomainEvent> {
  const schema = Object.hasOwn(schemas, event.type) ? schemas[event.type] : undefined
  if (schema === undefined) throw new Error(`events of type ${event.type} are not known`)
  const { success, error } = schema.safeParse(event.data)
  // Which field, and not what is in it: it may be confidential.
  const fields = new Set(error?.issues.map(({ path }) => path.join('.') || 'fields of other names'))
  if (!success) throw new Error(`not a ${event.type}: ${[...fields].join(', ')}`)
  return event
}
