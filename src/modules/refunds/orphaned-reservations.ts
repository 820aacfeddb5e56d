import { sql } from 'slonik'
import { z } from 'zod'
import { refunds } from '#domain/refunds/decider.ts'
import { REFUND_STATUSES } from '#domain/refunds/state.ts'
import { transactions } from '#domain/transactions/decider.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { ReservationRow } from '#projections/refunds/reservations.ts'
import type { Poll } from '#reactions/process.ts'

/** One page per poll: the next poll lists those that remain. */
const RESERVATIONS_MAX = 1_000
/** Full polls compare all reservations, because those of completed refunds stay live; others go back this far. */
const RECENT_MS = 3_600_000

export const BUDGET_READ_MODELS = [
  { name: 'refunds', prefixes: [refunds.prefix] },
  { name: 'reservations', prefixes: [transactions.prefix] },
]

const Row = ReservationRow.extend({
  unanswered_since: z.string(),
  status: z.enum(REFUND_STATUSES).nullable(),
})

/**
 * `stream`: the transaction's. `status`: the refund's; null when there is none, or it is of another transaction.
 * `unanswered_since`: the time of the reservation or of the refund's end, the later one.
 */
export type OrphanedReservation = Omit<z.infer<typeof Row>, 'transaction_key'> & { stream: string }

/**
 * Live reservations of all clients whose refund was never recorded or ended without a release, older than
 * `olderThanMs` by the database's clock, the oldest first.
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
    stream: transactions.stream(transaction_key),
  }))
}

export function pollOrphanedReservations(db: Database, { olderThanMs, isFull }: Poll): Promise<OrphanedReservation[]> {
  const newer = isFull ? {} : { newerThanMs: RECENT_MS }
  return listOrphanedReservations(db, { olderThanMs, limit: RESERVATIONS_MAX, ...newer })
}
