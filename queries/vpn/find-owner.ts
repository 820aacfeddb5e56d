import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

const Owner = z.object({ client_id: z.string(), user_id: z.string(), devices: z.string() })

export async function findOwner(db: Database, session_id: string): Promise<z.infer<typeof Owner> | null> {
  return rejectIfUnbuilt(
    db.maybeOne(sql.type(Owner)`
      select u.client_id, u.user_id, s.devices::text as devices
      from read.vpn_sessions as s join read.vpn_users as u using (devices)
      where s.session_id = ${session_id} and s.ended_at is null`),
  )
}
