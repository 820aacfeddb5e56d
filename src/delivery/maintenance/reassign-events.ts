import { type CommonQueryMethods, sql } from 'slonik'

/** No client has this id, so no client sees events with it. */
export const NO_CLIENT = ''

/** Events (UUIDs) of `NO_CLIENT` are in no recovery or replay; their pending deliveries are still sent. */
export async function reassignEvents(
  db: CommonQueryMethods,
  client_id: string,
  events: readonly string[],
): Promise<void> {
  await db.query(sql.unsafe`
    update ops.webhook_events set client_id = ${client_id}
    where event = any(${sql.array(events, 'uuid')}) and client_id <> ${client_id}`)
}
