import { sql } from 'slonik'
import { z } from 'zod'
import { EVENT_TYPES } from '#domain/webhooks/event-types.ts'
import { keysetPage } from '#edge/postgres/keyset.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { derivedUuid } from '#values/ids.ts'
import { instant, sinceBeforeUntil } from '#values/instant.ts'
import { pageLimit } from '#values/page.ts'

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 100

export const ListDeliveriesQuery = z
  .strictObject({
    status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries with this status.'),
    event_type: z.enum(EVENT_TYPES).optional().describe('Only deliveries of this type.'),
    event_id: z
      .string()
      .regex(/^evt_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be the id of an event: evt_ and a UUID')
      .optional()
      .describe('Only deliveries of this event: an `id` of `GET /events` or of X-Service-Event-ID.'),
    since: instant
      .optional()
      .describe('Only deliveries queued at or after this; ISO 8601 date and time with an offset.'),
    until: instant.optional().describe('Only deliveries queued before this; ISO 8601 date and time with an offset.'),
    limit: pageLimit(LIMIT_MAX, LIMIT_DEFAULT).describe(`Deliveries on a page, 1 to ${LIMIT_MAX}.`),
    cursor: z
      .string()
      .max(200)
      .optional()
      .describe('The `next_cursor` of the page before, at most 200 characters; leave it out for the first page.'),
  })
  .refine(...sinceBeforeUntil)
export type ListDeliveriesQuery = z.infer<typeof ListDeliveriesQuery>

export const DeliveryRow = z.object({
  delivery: z.string(),
  event: z.string(),
  type: z.enum(EVENT_TYPES),
  state: z.enum(DELIVERY_STATUSES),
  test: z.boolean(),
  replay: z.boolean(),
  attempts: z.number(),
  due_at: z.string(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  last_at: z.string().nullable(),
  last_status: z.number().nullable(),
  last_error: z.string().nullable(),
})

export const deliveryColumns = sql.fragment`
  delivery, event, type, state, test, replay is not null as replay, attempts, due_at, created_at, finished_at, last_at, last_status, last_error`

/** With microseconds for the cursor: milliseconds, as in responses, would be another position. */
export const ListedRow = DeliveryRow.extend({ queued_at: z.string() })
export const queuedAt = sql.fragment`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as queued_at`

export function deliveryRecord(row: z.infer<typeof DeliveryRow>) {
  return {
    delivery_id: `dlv_${row.delivery}`,
    event_id: `evt_${row.event}`,
    event_type: row.type,
    status: row.state,
    test_mode: row.test,
    replay: row.replay,
    attempts: row.attempts,
    created_at: row.created_at,
    next_attempt_at: row.state === 'pending' ? row.due_at : null,
    finished_at: row.finished_at,
    last_attempt:
      row.last_at === null ? null : { at: row.last_at, status_code: row.last_status, error_code: row.last_error },
  }
}

/** The newest first. */
export function deliveryKeyset<Row extends z.infer<typeof ListedRow>>(
  scope: string,
  page: { limit: number; cursor: string | undefined; acceptsUnscoped?: boolean },
) {
  return keysetPage<Row>({
    scope,
    columns: [
      { name: 'queued_at', column: 'created_at', type: 'timestamptz', text: instant },
      { name: 'delivery', type: 'uuid', text: z.uuid() },
    ],
    ...page,
  })
}

/** `webhook` is a UUID. Errors: INVALID_REQUEST for an unknown cursor. */
export async function listDeliveries(db: Database, webhook: string, query: ListDeliveriesQuery) {
  const { status, event_type, event_id, since, until, limit, cursor } = query
  const scope = derivedUuid(
    'deliveries',
    webhook,
    status ?? '',
    event_type ?? '',
    event_id ?? '',
    since ?? '',
    until ?? '',
  )
  const keyset = deliveryKeyset<z.infer<typeof ListedRow>>(scope, { limit, cursor, acceptsUnscoped: true })
  const conditions = [
    sql.fragment`webhook = ${webhook}`,
    ...(status === undefined ? [] : [sql.fragment`state = ${status}`]),
    ...(event_type === undefined ? [] : [sql.fragment`type = ${event_type}`]),
    ...(event_id === undefined ? [] : [sql.fragment`event = ${event_id.slice('evt_'.length)}`]),
    ...(since === undefined ? [] : [sql.fragment`created_at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql.fragment`created_at < ${until}::timestamptz`]),
    keyset.isAfterCursor,
  ]
  const rows = await db.any(sql.type(ListedRow)`
    select ${deliveryColumns}, ${queuedAt} from ops.webhook_deliveries
    where ${sql.join(conditions, sql.fragment` and `)} ${keyset.orderAndLimit}`)
  const { page, pagination } = keyset.pageOf(rows)
  return { data: page.map(deliveryRecord), pagination }
}
