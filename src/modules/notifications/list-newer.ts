import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

type CollapsibleNotification = { client_id: string; user_id: string; collapse_id: string; queued_at: string }

/** Ids of later notifications with the same collapse id, the newest first, at most `limit`. */
export async function listNewer(
  db: Database,
  id: string,
  { client_id, user_id, collapse_id, queued_at }: CollapsibleNotification,
  limit: number,
): Promise<readonly string[]> {
  return rejectIfUnbuilt(
    db.anyFirst(sql.type(z.object({ id: z.string() }))`
      select notification::text as id from read.notifications
      where client_id = ${client_id} and user_id = ${user_id} and collapse_id = ${collapse_id}
        and (queued_at, notification) > (${queued_at}::timestamptz, ${id}::uuid)
      order by queued_at desc, notification desc limit ${limit}`),
  )
}
