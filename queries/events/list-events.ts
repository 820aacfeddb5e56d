import { sql } from 'slonik'
import { z } from 'zod'
import { EVENT_PATTERNS, EVENT_TYPES, subscribes } from '#domain/webhooks/event-types.ts'
import { keysetPage } from '#edge/postgres/keyset.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { EventRow } from '#projections/events/events.ts'
import { derivedUuid } from '#values/ids.ts'
import { instant, sinceBeforeUntil } from '#values/instant.ts'
import { pageCursor, pageLimit } from '#values/page.ts'
import { prose } from '#values/prose.ts'
import { plainText } from '#values/text.ts'

const LIMIT_DEFAULT = 50
/** A page may need the stream of every object on it. */
const LIMIT_MAX = 100
const OBJECT_LENGTH_MAX = 128
/** The streams of detections are named by their ids without it. */
const DETECTION_PREFIX = /^det_/

export const ListEventsQuery = z
  .strictObject({
    type: z
      .enum(EVENT_PATTERNS)
      .optional()
      .describe(
        prose(
          'Only events of this type, or of a family, such as `refund.completed` or `refund.*`; `*` is the same as no',
          'filter.',
        ),
      ),
    object: plainText(OBJECT_LENGTH_MAX)
      .optional()
      .describe('Only events of one object, by its id: `rf_…`, `wh_…`, `dlv_…`, `det_…`.'),
    since: instant.optional().describe('Only events created at this time or later; ISO 8601 with an offset.'),
    until: instant.optional().describe('Only events created before this time; ISO 8601 with an offset.'),
    limit: pageLimit(LIMIT_MAX, LIMIT_DEFAULT).describe(
      `Events per page, 1 to ${LIMIT_MAX}; ${LIMIT_DEFAULT} by default.`,
    ),
    cursor: pageCursor(200),
  })
  .refine(...sinceBeforeUntil)
export type ListEventsQuery = z.infer<typeof ListEventsQuery>

const Row = EventRow.omit({ client_id: true, type: true })

/** `stream` and `revision` in the log; `id` is the domain event's. */
export type PublicEventPosition = { id: string; stream: string; revision: number; created_at: string }

function positionOf({ family, object, sequence, event, created_at }: z.infer<typeof Row>): PublicEventPosition {
  return { id: event, stream: `${family}-${object}`, revision: sequence - 1, created_at }
}

const sequence = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number)

/** The newest events of each type in a pattern are merged. Errors: INVALID_REQUEST for an unknown cursor. */
export async function listEvents(db: Database, client_id: string, query: ListEventsQuery) {
  const { type = '*', object, since, until, limit, cursor } = query
  const keyset = keysetPage<z.infer<typeof Row>>({
    scope: derivedUuid('events', client_id, type, object ?? '', since ?? '', until ?? ''),
    columns: [
      { name: 'created_at', type: 'timestamptz', text: instant },
      { name: 'sequence', type: 'int4', text: sequence },
      { name: 'event', type: 'uuid', text: z.uuid() },
    ],
    ...{ limit, cursor, acceptsUnscoped: true },
  })
  const conditions = [
    sql.fragment`client_id = ${client_id}`,
    sql.fragment`type is not null`,
    ...(object === undefined ? [] : [sql.fragment`object = ${object.replace(DETECTION_PREFIX, '')}`]),
    ...(since === undefined ? [] : [sql.fragment`created_at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql.fragment`created_at < ${until}::timestamptz`]),
    keyset.isAfterCursor,
  ]
  const where = sql.join(conditions, sql.fragment` and `)
  const types = EVENT_TYPES.filter(known => subscribes([type], known))
  const columns = sql.fragment`family, object, sequence, event, created_at`
  const found =
    type === '*'
      ? sql.fragment`select ${columns} from read.events where ${where}`
      : sql.fragment`select of_type.* from unnest(${sql.array(types, 'text')}) as wanted cross join lateral (
          select ${columns} from read.events where ${where} and type = wanted ${keyset.orderAndLimit}) as of_type`
  const rows = await rejectIfUnbuilt(db.any(sql.type(Row)`${found} ${keyset.orderAndLimit}`))
  const { page, pagination } = keyset.pageOf(rows)
  return { positions: page.map(positionOf), pagination }
}

/** `event`: a UUID. */
export async function findEvent(db: Database, client_id: string, event: string): Promise<PublicEventPosition | null> {
  const row = await rejectIfUnbuilt(
    db.maybeOne(sql.type(Row)`
      select family, object, sequence, event, created_at from read.events
      where event = ${event} and client_id = ${client_id} and type is not null`),
  )
  return row === null ? null : positionOf(row)
}
