import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import type { Person } from '#values/person.ts'

/** Ids, the oldest first. */
export async function listUnread(
  db: Database,
  { client_id, user_id }: Person,
  limit: number,
): Promise<readonly string[]> {
  return rejectIfUnbuilt(
    db.anyFirst(sql.type(z.object({ id: z.string() }))`
      select notification::text as id from read.notifications
      where client_id = ${client_id} and user_id = ${user_id} and read_at is null
      order by queued_at, notification limit ${limit}`),
  )
}

export async function countUnread(db: Database, { client_id, user_id }: Person): Promise<number> {
  return rejectIfUnbuilt(
    db.oneFirst(sql.type(z.object({ unread: z.coerce.number() }))`
      select coalesce(sum(count), 0) as unread from read.notification_counts
      where client_id = ${client_id} and user_id = ${user_id} and status = 'unread'`),
  )
}
