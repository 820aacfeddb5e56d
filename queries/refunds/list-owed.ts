import { sql } from 'slonik'
import { z } from 'zod'
import { refundStreams } from '#domain/refunds/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { whenBuilt } from '#edge/postgres/when-built.ts'
import { OWED } from '#projections/refunds/refunds.ts'

const OwedRefund = z.object({ refund_id: z.string(), owed: z.enum(OWED), owed_since: z.string() })
export type OwedRefund = z.infer<typeof OwedRefund> & { stream: string }

/** `after`: the last one of the page before. */
type Page = { olderThanMs: number; limit: number; after?: Pick<OwedRefund, 'owed_since' | 'refund_id'> }

/**
 * Refunds of all clients to which something has been owed for longer than `olderThanMs` by the database's clock, longest first. It
 * reads an index that holds only what is owed.
 */
export async function listOwed(db: Database, { olderThanMs, limit, after }: Page): Promise<OwedRefund[]> {
  const from =
    after === undefined
      ? sql.fragment`true`
      : sql.fragment`(owed_since, refund_id) > (${after.owed_since}::timestamptz, ${after.refund_id})`
  const rows = await whenBuilt(
    db.any(sql.type(OwedRefund)`
      select refund_id, owed, owed_since from read.refunds
      where owed is not null and owed_since < clock_timestamp() - ${olderThanMs} * interval '1 millisecond' and ${from}
      order by owed_since, refund_id limit ${limit}`),
  )
  return rows.map(row => ({ ...row, stream: refundStreams.stream(row.refund_id) }))
}
