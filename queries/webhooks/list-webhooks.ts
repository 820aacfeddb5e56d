import { sql } from 'slonik'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { EndpointRow } from '#projections/webhooks/endpoints.ts'

const Row = EndpointRow.omit({ client_id: true })

/** At most 100, so they come on one page. */
export async function listWebhooks(db: Database, clientId: string) {
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select webhook_id, url, events, description, metadata, rate_per_second, status, disabled_reason, created_at, updated_at
      from read.endpoints where client_id = ${clientId}
      order by created_at desc, webhook_id desc`),
  )
  return [...rows]
}
