import { sql } from 'slonik'
import { z } from 'zod'
import { refundStreams } from '#domain/refunds/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { OUTSTANDING_KINDS } from '#projections/refunds/refunds.ts'

const OutstandingRefund = z.object({ refund_id: z.string(), owed: z.enum(OUTSTANDING_KINDS), owed_since: z.string() })
export type OutstandingRefund = z.infer<typeof OutstandingRefund> & { stream: string }

/** `after`: the last refund of the page before. */
type Page = { olderThanMs: number; limit: number; after?: Pick<OutstandingRefund, 'owed_since' | 'refund_id'> }

/**
 * From the read model `refunds`: refunds of all clients that have been outstanding for longer than `olderThanMs` by the
 * database's clock, the oldest first.
 */
export async function listOutstandingRefunds(
  db: Database,
  { olderThanMs, limit, after }: Page,
): Promise<OutstandingRefund[]> {
  const from =
    after === undefined
      ? sql.fragment`true`
      : sql.fragment`(owed_since, refund_id) > (${after.owed_since}::timestamptz, ${after.refund_id})`
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(OutstandingRefund)`
      select refund_id, owed, owed_since from read.refunds
      where owed is not null and owed_since < clock_timestamp() - ${olderThanMs} * interval '1 millisecond' and ${from}
      order by owed_since, refund_id limit ${limit}`),
  )
  return rows.map(row => ({ ...row, stream: refundStreams.stream(row.refund_id) }))
}
