import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

const Row = z.object({ session_id: z.string(), devices: z.string() })
export type OpenSession = z.infer<typeof Row>

export async function listOpenSessions(
  db: Database,
  { olderThanMs, after, limit }: { olderThanMs: number; after: string; limit: number },
): Promise<readonly OpenSession[]> {
  return rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select session_id, devices::text as devices from read.vpn_sessions
      where ended_at is null and session_id > ${after}
        and issued_at < clock_timestamp() - ${olderThanMs} * interval '1 millisecond'
      order by session_id limit ${limit}`),
  )
}
