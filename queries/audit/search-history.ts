import { sql } from 'slonik'
import { z } from 'zod'
import { keysetPage } from '#edge/postgres/keyset.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { HistoryRow } from '#projections/audit/history.ts'
import { instant } from '#values/instant.ts'
import { STORABLE_TEXT } from '#values/text.ts'

/** A missing filter matches everything. `families` and `types`: the known ones, or some of them. */
export type HistorySearch = {
  /** Null = all clients, and events without an owner. */
  client_id: string | null
  families: readonly string[]
  types: readonly string[]
  actor?: string | undefined
  request_id?: string | undefined
  correlation_id?: string | undefined
  subject?: string | undefined
  /** All stream ids that the record can have. */
  objects?: readonly string[] | undefined
  since?: string | undefined
  until?: string | undefined
  /** Digest of the caller and the filters: a cursor continues only the same search. */
  scope: string
  limit: number
  cursor?: string | undefined
}

const Row = HistoryRow.omit({ object: true })

/** A made-up cursor can hold any text. */
const storable = z.string().regex(STORABLE_TEXT)
const revision = z
  .string()
  .regex(/^(0|[1-9]\d{0,8})$/)
  .transform(Number)

const columns = sql.fragment`family, id, revision, client_id, event_id, type, at, actor_sub, actor_client_id, actor_role, actor_ip,
  request_id, correlation_id, causation_id, subject, facts, prev_hash, hash`

/**
 * Without a filter on actor, request, person or record, which have few events or an index of their own, the newest
 * events of each type are merged. Errors: INVALID_REQUEST for an unknown cursor.
 */
export async function searchHistory(db: Database, search: HistorySearch) {
  const { client_id, families, types, actor, request_id, correlation_id, subject, objects, since, until } = search
  const keyset = keysetPage<z.infer<typeof Row>>({
    columns: [
      { name: 'at', type: 'timestamptz', text: instant },
      { name: 'family', type: 'text', text: storable },
      { name: 'id', type: 'text', text: storable },
      { name: 'revision', type: 'int4', text: revision },
    ],
    ...{ scope: search.scope, limit: search.limit, cursor: search.cursor, acceptsUnscoped: true },
  })
  const isOfFamilies = sql.fragment`family = any(${sql.array([...families], 'text')})`
  const ids = sql.array([...(objects ?? [])], 'text')
  const conditions = [
    isOfFamilies,
    ...(client_id === null ? [] : [sql.fragment`client_id = ${client_id}`]),
    ...(actor === undefined ? [] : [sql.fragment`actor_sub = ${actor}`]),
    ...(request_id === undefined ? [] : [sql.fragment`request_id = ${request_id}`]),
    ...(correlation_id === undefined ? [] : [sql.fragment`correlation_id = ${correlation_id}`]),
    ...(subject === undefined ? [] : [sql.fragment`subject = ${subject}`]),
    // By the key and by the index on `object`: both find few rows.
    ...(objects === undefined ? [] : [sql.fragment`((${isOfFamilies} and id = any(${ids})) or object = any(${ids}))`]),
    ...(since === undefined ? [] : [sql.fragment`at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql.fragment`at < ${until}::timestamptz`]),
    keyset.isAfterCursor,
  ]
  const where = sql.join(conditions, sql.fragment` and `)
  const isNarrow = [actor, request_id, correlation_id, subject, objects].some(value => value !== undefined)
  const found = isNarrow
    ? sql.fragment`select ${columns} from read.history where ${where} and type = any(${sql.array([...types], 'text')})`
    : sql.fragment`select of_type.* from unnest(${sql.array([...types], 'text')}) as wanted cross join lateral (
        select ${columns} from read.history where ${where} and type = wanted ${keyset.orderAndLimit}) as of_type`
  const rows = await rejectIfUnbuilt(db.any(sql.type(Row)`${found} ${keyset.orderAndLimit}`))
  const { page, pagination } = keyset.pageOf(rows)
  return {
    lines: page.map(({ actor_sub, actor_client_id, actor_role, actor_ip, ...line }) => ({
      ...line,
      actor: { sub: actor_sub, client_id: actor_client_id, role: actor_role, ip: actor_ip },
    })),
    pagination,
  }
}
