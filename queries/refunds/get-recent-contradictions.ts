import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

/** As long as an alarm is shown that nobody can switch off: through a night, until the people of the day have seen it. */
const RECENT_HOURS = 24

const RecentContradictions = z.object({ count: z.int(), refund_ids: z.array(z.string()) })

/** What the payment network said within a day against what was recorded, and of which refunds, the newest first. */
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
