import { sql } from 'slonik'
import { z } from 'zod'
import { refundStreams } from '#domain/refunds/events.ts'
import type { StatementPeriod } from '#domain/refunds/reconciliation/compare.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { UnreadableEvent } from '#event-sourcing/category.ts'
import { type EventStore, isReadable } from '#event-sourcing/event-store.ts'

/** By these events money moved. */
const SETTLEMENT_TYPES = ['RefundCompleted', 'TransferSettledAfterVoid', 'ReversalCompleted']
const PAGE = 1_000

const Row = z.object({ refund_id: z.string(), revision: z.int(), attempt: z.int().nullable(), at: z.string() })

/** `attempt` is null where the event has none. */
export type Settlement = Omit<z.infer<typeof Row>, 'at'>

/** From the history, because lists hide refunds of restricted people. */
export async function* listSettlements(
  db: Database,
  client_id: string,
  { from, to }: StatementPeriod,
): AsyncGenerator<readonly Settlement[]> {
  for (const type of SETTLEMENT_TYPES) {
    let after = { at: from, refund_id: '' }
    for (;;) {
      const page = await rejectIfUnbuilt(
        db.any(sql.type(Row)`
          select id as refund_id, revision, (facts->>'attempt')::integer as attempt, at
          from read.history
          where client_id = ${client_id} and type = ${type} and family = 'refund'
            and at >= ${after.at}::timestamptz and (at, id) > (${after.at}::timestamptz, ${after.refund_id}) and at < ${to}::timestamptz
          order by at, id limit ${PAGE}`),
      )
      if (page.length > 0) yield page
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) break
      after = last
    }
  }
}

/** Of all clients, from the event store. Throws UnreadableEvent, because that event may be a settlement. */
export async function* readSettlements(
  store: Pick<EventStore, 'subscribe' | 'end'>,
  { from, to }: StatementPeriod,
  signal: AbortSignal,
  onProgress: (read: number) => void,
): AsyncGenerator<readonly Settlement[]> {
  const end = await store.end()
  if (end === null) return
  const [first, last] = [Date.parse(from), Date.parse(to)]
  let read = 0
  for await (const { events } of readLog(store, { prefixes: [refundStreams.prefix], to: end, signal })) {
    const settled = events.flatMap(event => {
      if (!isReadable(event)) throw new UnreadableEvent(event.stream, event.revision, event.unreadable)
      const { type, at, revision, data } = event
      if (!SETTLEMENT_TYPES.includes(type) || Date.parse(at) < first || Date.parse(at) >= last) return []
      const attempt = 'attempt' in data && typeof data.attempt === 'number' ? data.attempt : null
      return [{ refund_id: refundStreams.idOf(event), revision, attempt }]
    })
    read += events.length
    onProgress(read)
    if (settled.length > 0) yield settled
  }
}
