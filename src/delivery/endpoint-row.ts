import { sql } from 'slonik'
import { webhooks } from '#domain/webhooks/decider.ts'
import { isWebhook, type WebhookState } from '#domain/webhooks/state.ts'
import type { Database, Transaction } from '#edge/postgres/pool.ts'
import type { Service } from '#service.ts'
import { ENDPOINT_CHANNEL, uuidOf } from './queue.ts'

/** Null for other streams. */
export function endpointIdOf(event: { stream: string }): string | null {
  return webhooks.has(event) ? webhooks.idOf(event) : null
}

export type EndpointState = { state: WebhookState; revision: number }

export function loadEndpoint({ execute }: Pick<Service, 'execute'>, webhookId: string): Promise<EndpointState> {
  return execute.load(webhooks, webhookId)
}

/**
 * Commands and the enqueuer write the row: the first delivery after a rotation is signed with the new secret, and a
 * crash in between only delays the row. An older state never replaces a newer one.
 */
export async function writeEndpointRow(
  db: Database | Transaction,
  webhookId: string,
  { state, revision }: EndpointState,
): Promise<void> {
  const webhook = uuidOf(webhookId)
  if (state.status === 'deleted') {
    await db.query(sql.unsafe`
      update ops.webhook_endpoints set status = 'deleted', revision = ${revision}, secrets = '[]', url = '', metadata = '{}'
      where webhook = ${webhook} and revision < ${revision}`)
  }
  if (isWebhook(state)) {
    const { client_id, status, disabled_reason, url, events, description, metadata, rate_per_second, secrets } = state
    await db.query(sql.unsafe`
      insert into ops.webhook_endpoints as e
        (webhook, client_id, revision, status, disabled_reason, url, events, description, metadata, rate_per_second, secrets, created_at, updated_at)
      values (${webhook}, ${client_id}, ${revision}, ${status}, ${disabled_reason}, ${url}, ${sql.array(events, 'text')},
        ${description}, ${sql.jsonb(metadata)}, ${rate_per_second}, ${sql.jsonb(secrets)}, ${state.created_at}, ${state.updated_at})
      on conflict (webhook) do update set
        revision = excluded.revision, status = excluded.status, disabled_reason = excluded.disabled_reason,
        url = excluded.url, events = excluded.events, description = excluded.description, metadata = excluded.metadata,
        rate_per_second = excluded.rate_per_second, secrets = excluded.secrets, updated_at = excluded.updated_at,
        failed_days = case when ${state.failing_from_revision} > e.revision then '{}' else e.failed_days end
      where e.revision < excluded.revision`)
  }
  await db.query(sql.unsafe`select pg_notify(${ENDPOINT_CHANNEL}, ${webhook})`)
}
