import { type CommonQueryMethods, sql } from 'slonik'

/** `events` are UUIDs. Earlier versions stored responses in plaintext. */
export async function clearPlaintextResponses(db: CommonQueryMethods, events: readonly string[]): Promise<void> {
  const ids = sql.array(events, 'uuid')
  await db.query(sql.unsafe`
    update ops.webhook_attempts a set headers = null, body = null
    from ops.webhook_deliveries d
    where d.event = any(${ids}) and a.delivery = d.delivery and a.day = d.day and a.headers is not null`)
  await db.query(sql.unsafe`
    update ops.webhook_deliveries set first_headers = null, first_body = null
    where event = any(${ids}) and first_headers is not null`)
}
