import { sql } from 'slonik'
import { z } from 'zod'
import { EVENT_PATTERNS, EVENT_TYPES, subscribes } from '#domain/webhooks/event-types.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { cursorOf, readCursor } from '#values/cursor.ts'
import { instant, sinceBeforeUntil } from '#values/instant.ts'
import { pageLimit, pageOf } from '#values/page.ts'
import { plainText } from '#values/text.ts'

const LIMIT_DEFAULT = 50
/** The stream of every object on a page may have to be read. */
const LIMIT_MAX = 100
/** Longer than the id of any object. */
const OBJECT_LENGTH_MAX = 128

/** Filters of the list of events; `cursor` is the `next_cursor` of the page before. */
export const ListEventsQuery = z
  .strictObject({
    type: z
      .enum(EVENT_PATTERNS)
      .optional()
      .describe('Only events of this type, or of a family: `refund.completed`, `refund.*`; `*` is all, as without it.'),
    object: plainText(OBJECT_LENGTH_MAX)
      .optional()
      .describe('Only events of one object, by its id: `rf_…`, `wh_…`, `dlv_…`. One that is not yours has none.'),
    since: instant.optional().describe('Only events created at this time or later; ISO 8601 with an offset.'),
    until: instant.optional().describe('Only events created before this time; ISO 8601 with an offset.'),
    limit: pageLimit(LIMIT_MAX, LIMIT_DEFAULT).describe(
      `Events per page, 1 to ${LIMIT_MAX}; ${LIMIT_DEFAULT} unless said.`,
    ),
    cursor: z
      .string()
      .max(200)
      .optional()
      .describe('`next_cursor` of the page before, unchanged, with the same filters; without it the newest come.'),
  })
  .refine(...sinceBeforeUntil)
export type ListEventsQuery = z.infer<typeof ListEventsQuery>

const Row = z.object({
  family: z.string(),
  object: z.string(),
  sequence: z.int(),
  event: z.string(),
  created_at: z.string(),
})

/** Where a public event stands: `stream` and its revision; `id` is the domain event's. */
export type PublicEventPosition = { id: string; stream: string; revision: number; created_at: string }

function positionOf({ family, object, sequence, event, created_at }: z.infer<typeof Row>): PublicEventPosition {
  return { id: event, stream: `${family}-${object}`, revision: sequence - 1, created_at }
}

/** Of the last row of a page: when, which number of its object, and which event. */
const CursorKey = z.tuple([
  instant,
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
  z.uuid(),
])

const newestFirst = sql.fragment`order by created_at desc, sequence desc, event desc`

/**
 * A client's public events, newest first, by keyset: a page costs the same however far down it is and however many there are. Every
 * type of a family has its own part of an index, of which the newest are merged. Errors: INVALID_REQUEST for a cursor that is not ours.
 */
export async function listEvents(db: Database, client_id: string, query: ListEventsQuery) {
  const { type = '*', object, since, until, limit } = query
  const after = query.cursor === undefined ? null : readCursor(query.cursor, CursorKey, 'INVALID_REQUEST')
  const conditions = [
    sql.fragment`client_id = ${client_id}`,
    sql.fragment`type is not null`,
    ...(object === undefined ? [] : [sql.fragment`object = ${object}`]),
    ...(since === undefined ? [] : [sql.fragment`created_at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql.fragment`created_at < ${until}::timestamptz`]),
    ...(after === null
      ? []
      : [
          sql.fragment`(created_at, sequence, event) < (${after[0]}::timestamptz, ${after[1]}::integer, ${after[2]}::uuid)`,
        ]),
  ]
  const where = sql.join(conditions, sql.fragment` and `)
  const types = EVENT_TYPES.filter(known => subscribes([type], known))
  const columns = sql.fragment`family, object, sequence, event, created_at`
  const found =
    type === '*'
      ? sql.fragment`select ${columns} from read.events where ${where}`
      : sql.fragment`select of_type.* from unnest(${sql.array(types, 'text')}) as wanted cross join lateral (
          select ${columns} from read.events where ${where} and type = wanted ${newestFirst} limit ${limit + 1}) as of_type`
  const rows = await rejectIfUnbuilt(db.any(sql.type(Row)`${found} ${newestFirst} limit ${limit + 1}`))
  const { page, pagination } = pageOf(rows, limit, last => cursorOf(last.created_at, last.sequence, last.event))
  return { positions: page.map(positionOf), pagination }
}

/** Where a client's public event stands, by the UUID of its id; null when the client has none of this id. */
export async function findEvent(db: Database, client_id: string, event: string): Promise<PublicEventPosition | null> {
  const row = await rejectIfUnbuilt(
    db.maybeOne(sql.type(Row)`
      select family, object, sequence, event, created_at from read.events
      where event = ${event} and client_id = ${client_id} and type is not null`),
  )
  return row === null ? null : positionOf(row)
}
