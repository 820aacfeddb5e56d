import { sql } from 'slonik'
import type { z } from 'zod'
import { refundStreams } from '#domain/refunds/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { RefundRow } from '#projections/refunds/refunds.ts'

const Row = RefundRow.pick({ refund_id: true, owed: true, owed_since: true })
export type OutstandingRefund = z.infer<typeof Row> & { stream: string }

/** `after`: the last refund of the page before. */
type Page = { olderThanMs: number; limit: number; after?: OutstandingRefund | undefined }

/** Of all clients, outstanding for longer than `olderThanMs` by the database's clock, the oldest first. */
export async function listOutstandingRefunds(
  db: Database,
  { olderThanMs, limit, after }: Page,
): Promise<OutstandingRefund[]> {
  const from =
    after === undefined
      ? sql.fragment`true`
      : sql.fragment`(owed_since, refund_id) > (${after.owed_since}::timestamptz, ${after.refund_id})`
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select refund_id, owed, owed_since from read.refunds
      where owed is not null and owed_since < clock_timestamp() - ${olderThanMs} * interval '1 millisecond' and ${from}
      order by owed_since, refund_id limit ${limit}`),
  )
  return rows.map(row => ({ ...row, stream: refundStreams.stream(row.refund_id) }))
}
