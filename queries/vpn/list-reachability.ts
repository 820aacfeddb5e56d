import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

const Row = z.object({ server_id: z.int(), gone_s: z.number() })

export async function listReachability(db: Database): Promise<readonly z.infer<typeof Row>[]> {
  return rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select server_id, greatest(extract(epoch from clock_timestamp() - r.reached_at), 0)::float8 as gone_s
      from ops.vpn_reachability as r join read.vpn_servers using (server_id)
      where status <> 'retired' order by server_id`),
  )
}
