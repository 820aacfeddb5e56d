import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'

const Row = z.object({
  mode: z.enum(['recover', 'replay']),
  recovers: z.enum(['failed', 'missing', 'all']),
  since: z.string(),
  until: z.string(),
  requeued: z.number(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})

/** Ids are UUIDs. */
export async function getRecovery(db: Database, webhook: string, recovery: string) {
  const row = await db.maybeOne(sql.type(Row)`
    select 'recover' as mode, status as recovers, since, until, requeued, created_at, finished_at
    from ops.webhook_recoveries where recovery = ${recovery} and webhook = ${webhook}
    union all
    select 'replay', 'all', since, until, queued, created_at, finished_at
    from ops.webhook_replays where replay = ${recovery} and webhook = ${webhook}`)
  if (row === null) return null
  const state = row.finished_at === null ? ('running' as const) : ('finished' as const)
  return { recovery_id: `rcv_${recovery}`, state, ...row }
}
