import { sql } from 'slonik'
import { z } from 'zod'
import { REFUND_STATUSES } from '#domain/refunds/state.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

const Row = z.object({
  transaction_key: z.string(),
  refund_id: z.string(),
  attempt: z.int(),
  amount_minor: z.int(),
  reserved_at: z.string(),
  unanswered_since: z.string(),
  status: z.enum(REFUND_STATUSES).nullable(),
})

/**
 * `stream` is the transaction's. `status` is the refund's: null when there is no refund, or one of another transaction.
 * `unanswered_since` is the reservation's time or the refund's end, whichever came later.
 */
export type OrphanedReservation = Omit<z.infer<typeof Row>, 'transaction_key'> & { stream: string }

/**
 * Live reservations, of all clients, that no refund answers for: it never came to be, or it is over and its part was not given
 * back. Only those that have been so for longer than `olderThanMs` by the database's clock, longest first.
 *
 * Reservations of completed refunds stay live for ever, so a look without `newerThanMs` compares all reservations with all
 * refunds; one with it costs what happened in that time.
 */
export async function listOrphanedReservations(
  db: Database,
  { olderThanMs, newerThanMs, limit }: { olderThanMs: number; newerThanMs?: number; limit: number },
): Promise<OrphanedReservation[]> {
  const ago = (ms: number) => sql.fragment`now() - ${ms} * interval '1 millisecond'`
  const since = newerThanMs === undefined ? sql.fragment`'-infinity'::timestamptz` : ago(newerThanMs)
  const until = ago(olderThanMs)
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      with candidates as (
        select l.transaction_key, l.refund_id from read.reservations as l
        where l.reserved_at >= ${since} and l.reserved_at < ${until}
          and not exists (
            select 1 from read.refunds as r
            where r.refund_id = l.refund_id and r.transaction_key = l.transaction_key and r.budget = 'held')
        union
        select l.transaction_key, l.refund_id from read.refunds as r
        join read.reservations as l using (transaction_key, refund_id)
        where r.budget = 'free' and r.budget_since >= ${since} and r.budget_since < ${until}
      )
      select l.transaction_key, l.refund_id, l.attempt, l.amount_minor, l.reserved_at,
        greatest(l.reserved_at, r.budget_since) as unanswered_since, r.status
      from candidates join read.reservations as l using (transaction_key, refund_id)
      left join read.refunds as r using (transaction_key, refund_id)
      where greatest(l.reserved_at, r.budget_since) < ${until}
      order by unanswered_since, l.refund_id limit ${limit}`),
  )
  return rows.map(({ transaction_key, ...row }) => ({
    ...row,
    stream: transactionStreams.stream(transaction_key),
  }))
}
