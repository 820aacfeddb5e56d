import { sql } from 'slonik'
import { z } from 'zod'
import { projection, type RowChange } from '#declarations/read-model.ts'
import { changesIn, type WebhookEvent, webhookStreams } from '#domain/webhooks/events.ts'
import type { Recorded } from '#event-sourcing/decider.ts'

/** An endpoint as its client sees it, without secrets. Delivery uses `ops.webhook_endpoints`. */
export const EndpointRow = z.object({
  webhook_id: z.string(),
  client_id: z.string(),
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
type EndpointRow = z.infer<typeof EndpointRow>

/** A deleted endpoint stays deleted. */
function change(event: Recorded<WebhookEvent>, changes: Partial<EndpointRow>) {
  const next: RowChange<EndpointRow>['next'] = row => (row ? { ...row, ...changes, updated_at: event.at } : null)
  return { rows: [{ key: { webhook_id: webhookStreams.idOf(event) }, next }] }
}

/** Not called "webhooks": that is the subscription of the enqueuer. */
export const endpoints = projection<EndpointRow, WebhookEvent>({
  name: 'endpoints',
  row: EndpointRow,
  version: 1,
  streams: [webhookStreams],
  tables: [
    sql.unsafe`create table endpoints (
      webhook_id text collate "C" primary key,
      client_id text collate "C" not null,
      url text not null,
      events text[] not null,
      description text,
      metadata jsonb not null,
      rate_per_second double precision,
      status text not null,
      disabled_reason text,
      created_at timestamptz not null,
      updated_at timestamptz not null)`,
  ],
  indexes: [sql.unsafe`create index on endpoints (client_id, created_at desc, webhook_id desc)`],
  key: 'webhook_id',
  counters: [],
  on: {
    WebhookCreated(event) {
      const { client_id, url, events, description, metadata, rate_per_second } = event.data
      const key = { webhook_id: webhookStreams.idOf(event) }
      const row: EndpointRow = {
        ...{ ...key, client_id, url, events, description, metadata, rate_per_second },
        ...{ status: 'active', disabled_reason: null, created_at: event.at, updated_at: event.at },
      }
      return { rows: [{ key, next: () => row }] }
    },
    WebhookUpdated: event => change(event, changesIn(event.data)),
    WebhookSecretRotated: event => change(event, {}),
    WebhookDisabled: event => change(event, { status: 'disabled', disabled_reason: event.data.reason }),
    WebhookEnabled: event => change(event, { status: 'active', disabled_reason: null }),
    WebhookDeleted: event => ({ rows: [{ key: { webhook_id: webhookStreams.idOf(event) }, next: () => null }] }),
  },
})
