import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

/** An alarm that has no switch stays through a night, until people have seen it. */
const RECENT_HOURS = 24

const RecentContradictions = z.object({ count: z.int(), refund_ids: z.array(z.string()) })

/** From the history: contradictions of the payment network within a day, the newest first. */
export function getRecentContradictions(
  db: Database,
  refundsMax: number,
): Promise<z.infer<typeof RecentContradictions>> {
  return rejectIfUnbuilt(
    db.one(sql.type(RecentContradictions)`
      with recent as (
        select id as refund_id, at from read.history
        where type = 'NetworkContradicted' and at > clock_timestamp() - ${RECENT_HOURS} * interval '1 hour')
      select (select count(*) from recent) as count, array(
        select refund_id from recent group by refund_id order by max(at) desc limit ${refundsMax}) as refund_ids`),
  )
}
