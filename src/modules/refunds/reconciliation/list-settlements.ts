import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

const SETTLEMENT_TYPES = ['RefundCompleted', 'TransferSettledAfterVoid', 'ReversalCompleted'] as const
const PAGE = 1_000

const Row = z.object({
  refund_id: z.string(),
  revision: z.int(),
  attempt: z.int().nullable(),
  at: z.string(),
})

/**
 * From the history, because lists hide refunds of restricted people: events of a client's refunds by which money moved,
 * page by page.
 */
export async function* listSettlements(
  db: Database,
  client_id: string,
  { from, to }: { from: string; to: string },
): AsyncGenerator<z.infer<typeof Row>[]> {
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
      if (page.length > 0) yield [...page]
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) break
      after = last
    }
  }
}
