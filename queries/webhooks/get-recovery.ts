import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'

const Row = z.object({
  since: z.string(),
  until: z.string(),
  status: z.enum(['failed', 'missing']),
  requeued: z.number(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})

/** How far a recovery has come; null when the endpoint has none of this id. Ids are UUIDs. */
export async function getRecovery(db: Database, webhook: string, recovery: string) {
  const row = await db.maybeOne(sql.type(Row)`
    select since, until, status, requeued, created_at, finished_at
    from ops.webhook_recoveries where recovery = ${recovery} and webhook = ${webhook}`)
  if (row === null) return null
  const { status, ...rest } = row
  return {
    recovery_id: `rcv_${recovery}`,
    recovers: status,
    state: row.finished_at === null ? ('running' as const) : ('finished' as const),
    ...rest,
  }
}
