import { type CommonQueryMethods, sql } from 'slonik'

/** No client has this id, so what is given to it is nobody's. */
export const NO_CLIENT = ''

/**
 * Makes the stored events of these UUIDs somebody's. What is nobody's is in no recovery, neither for an endpoint that missed it nor for one
 * that was made to see it; what waits for its first schedule to end is sent all the same.
 */
export async function reassignEvents(
  db: CommonQueryMethods,
  client_id: string,
  events: readonly string[],
): Promise<void> {
  await db.query(sql.unsafe`
    update ops.webhook_events set client_id = ${client_id}
    where event = any(${sql.array(events, 'uuid')}) and client_id <> ${client_id}`)
}
