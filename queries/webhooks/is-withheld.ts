import { sql } from 'slonik'
import type { Database } from '#edge/postgres/pool.ts'

/** Whether the delivery (a UUID) is about a restricted person: its event has no client then. */
export function isWithheld(db: Database, delivery: string): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from ops.webhook_deliveries d join ops.webhook_events e using (event, day)
    where d.delivery = ${delivery} and e.client_id = ''`)
}

/** The same for an event (a UUID) at all endpoints. */
export function isEventWithheld(db: Database, event: string): Promise<boolean> {
  return db.exists(sql.unsafe`select 1 from ops.webhook_events where event = ${event} and client_id = ''`)
}
