import { sql } from 'slonik'
import type { Database } from '#edge/postgres/pool.ts'

/** Whether a delivery, by its UUID, tells of somebody who is restricted: its event is nobody's then. */
export function isWithheld(db: Database, delivery: string): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from ops.webhook_deliveries d join ops.webhook_events e using (event, day)
    where d.delivery = ${delivery} and e.client_id = ''`)
}
