import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

export async function listServersInUse(db: Database): Promise<readonly number[]> {
  return rejectIfUnbuilt(
    db.anyFirst(sql.type(z.object({ server_id: z.int() }))`
      select server_id from read.vpn_servers where used > 0 order by server_id`),
  )
}
