import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

/** Ids of notifications, the oldest first, that have more undelivered devices than jobs in `queues`. */
export async function listUndelivered(
  db: Database,
  { queues, olderThanMs, limit }: { queues: readonly string[]; olderThanMs: number; limit: number },
): Promise<readonly string[]> {
  return rejectIfUnbuilt(
    db.anyFirst(sql.type(z.object({ id: z.string() }))`
      select n.notification::text as id
      from read.notifications as n
      left join (
        select split_part(id, ':', 1) as notification, count(*) as devices from ops.due_work
        where queue = any(${sql.array(queues, 'text')}) and (due_at < 'infinity' or leased_until > clock_timestamp())
        group by 1
      ) as due on due.notification = n.notification::text
      where n.queued > coalesce(due.devices, 0) and n.queued > 0
        and n.queued_at < clock_timestamp() - ${olderThanMs} * interval '1 millisecond'
      order by n.queued_at, n.notification limit ${limit}`),
  )
}
