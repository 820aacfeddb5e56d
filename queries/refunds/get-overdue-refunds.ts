import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

const OverdueRefunds = z.object({ count: z.int(), refund_ids: z.array(z.string()) })

/**
 * From the read model `refunds`: refunds of all clients that have been outstanding for longer than `olderThanMs` by the
 * database's clock.
 */
export function getOverdueRefunds(
  db: Database,
  { olderThanMs, refundsMax }: { olderThanMs: number; refundsMax: number },
): Promise<z.infer<typeof OverdueRefunds>> {
  return rejectIfUnbuilt(
    db.one(sql.type(OverdueRefunds)`
      with late as (
        select refund_id, owed_since from read.refunds
        where owed is not null and owed_since < clock_timestamp() - ${olderThanMs} * interval '1 millisecond')
      select (select count(*) from late) as count,
        array(select refund_id from late order by owed_since, refund_id limit ${refundsMax}) as refund_ids`),
  )
}
