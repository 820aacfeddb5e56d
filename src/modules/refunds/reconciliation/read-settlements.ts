import { refundStreams } from '#domain/refunds/events.ts'
import type { StatementPeriod } from '#domain/refunds/reconciliation/compare.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import { UnreadableEvent } from '#event-sourcing/category.ts'
import { type EventStore, isReadable } from '#event-sourcing/event-store.ts'
import type { SettlementEvent } from './reconcile.ts'

const SETTLEMENT_TYPES = new Set(['RefundCompleted', 'TransferSettledAfterVoid', 'ReversalCompleted'])

/**
 * Settlements of all clients within a period, from the event store. Throws UnreadableEvent: an unreadable event may be
 * one, and the result must not claim that everything agrees.
 */
export async function* readSettlements(
  store: Pick<EventStore, 'subscribe' | 'end'>,
  { from, to }: StatementPeriod,
  signal: AbortSignal,
  onProgress: (read: number) => void,
): AsyncGenerator<SettlementEvent[]> {
  const end = await store.end()
  if (end === null) return
  const [first, last] = [Date.parse(from), Date.parse(to)]
  let read = 0
  for await (const { events } of readLog(store, { prefixes: [refundStreams.prefix], to: end, signal })) {
    const settled = events.flatMap(event => {
      if (!isReadable(event)) throw new UnreadableEvent(event.stream, event.revision, event.unreadable)
      const { type, at, revision, data } = event
      if (!SETTLEMENT_TYPES.has(type) || Date.parse(at) < first || Date.parse(at) >= last) return []
      const attempt = 'attempt' in data && typeof data.attempt === 'number' ? data.attempt : null
      return [{ refund_id: refundStreams.idOf(event), revision, attempt }]
    })
    read += events.length
    onProgress(read)
    if (settled.length > 0) yield settled
  }
}
