import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { derivedUuid } from '#values/ids.ts'
import { pageCursor, pageLimit } from '#values/page.ts'
import { deliveryColumns, deliveryKeyset, deliveryRecord, ListedRow, queuedAt } from './list-deliveries.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 100

export const ListEventDeliveriesQuery = z.strictObject({
  limit: pageLimit(LIMIT_MAX, LIMIT_DEFAULT).describe(`Deliveries on a page, 1 to ${LIMIT_MAX}.`),
  cursor: pageCursor(200),
})
export type ListEventDeliveriesQuery = z.infer<typeof ListEventDeliveriesQuery>

const Row = ListedRow.extend({ webhook: z.string() })

/** To endpoints of the client, deleted ones too. `event` is a UUID. Errors: INVALID_REQUEST for an unknown cursor. */
export async function listEventDeliveries(
  db: Database,
  client_id: string,
  event: string,
  { limit, cursor }: ListEventDeliveriesQuery,
) {
  const keyset = deliveryKeyset<z.infer<typeof Row>>(derivedUuid('event-deliveries', client_id, event), {
    limit,
    cursor,
  })
  const rows = await db.any(sql.type(Row)`
    select webhook, ${deliveryColumns}, ${queuedAt} from ops.webhook_deliveries
    where event = ${event} and webhook in (select webhook from ops.webhook_endpoints where client_id = ${client_id})
      and ${keyset.isAfterCursor} ${keyset.orderAndLimit}`)
  const { page, pagination } = keyset.pageOf(rows)
  return { data: page.map(row => ({ webhook_id: `wh_${row.webhook}`, ...deliveryRecord(row) })), pagination }
}
