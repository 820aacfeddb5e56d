import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

const Row = z.object({
  webhook_id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  metadata: z.record(z.string(), z.json()),
  rate_per_second: z.number().nullable(),
  status: z.enum(['active', 'disabled']),
  disabled_reason: z.enum(['requested', 'gone', 'failing']).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})

/** From the read model `endpoints`. Newest first, at most 100, so they come on one page. */
export async function listWebhooks(db: Database, clientId: string) {
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select webhook_id, url, events, description, metadata, rate_per_second, status, disabled_reason, created_at, updated_at
      from read.endpoints where client_id = ${clientId}
      order by created_at desc, webhook_id desc`),
  )
  return [...rows]
}
