import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { DETECTION_KINDS, detectionStreams } from '#domain/detections/events.ts'
import { keysetPage } from '#edge/postgres/keyset.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { DetectionRow } from '#projections/detections/detections.ts'
import { derivedUuid } from '#values/ids.ts'
import { instant, sinceBeforeUntil } from '#values/instant.ts'
import { pageCursor, pageLimit } from '#values/page.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'

const LIMIT_MAX = 200
const LIMIT_DEFAULT = 50
const CURSOR_LENGTH_MAX = 400

export const ListDetectionsQuery = z
  .strictObject({
    kind: z.enum(DETECTION_KINDS).optional().describe('Only detections of this kind.'),
    user_id: plainText(ID_LENGTH_MAX).optional().describe('Only detections about this user, by your id.'),
    since: instant.optional().describe('Only what was detected at or after this time; ISO 8601 with an offset.'),
    until: instant.optional().describe('Only what was detected before this time; ISO 8601 with an offset.'),
    limit: pageLimit(LIMIT_MAX, LIMIT_DEFAULT).describe(`Detections per page, 1 to ${LIMIT_MAX}.`),
    cursor: pageCursor(CURSOR_LENGTH_MAX),
  })
  .refine(...sinceBeforeUntil)
export type ListDetectionsQuery = z.output<typeof ListDetectionsQuery>

const Item = DetectionRow.omit({ client_id: true, revision: true })

const COLUMNS = [
  { name: 'detected_at', type: 'timestamptz', text: instant },
  { name: 'detection', type: 'uuid', text: z.uuid() },
] as const

/** Throws INVALID_REQUEST for a cursor of another client or other filters. */
export async function listDetections(db: Database, client_id: string, query: ListDetectionsQuery) {
  const { limit, cursor, ...filters } = query
  const scope = derivedUuid('detections', client_id, JSON.stringify(Object.entries(filters).sort()))
  const keyset = keysetPage<z.infer<typeof Item>>({ scope, columns: COLUMNS, limit, cursor })
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Item)`
      select detection, kind, message_id, user_id, severity, detected_at, recorded_at from read.detections
      where ${sql.join([...conditionsOf(client_id, filters), keyset.isAfterCursor], sql.fragment` and `)}
      ${keyset.orderAndLimit}`),
  )
  const { page, pagination } = keyset.pageOf(rows)
  const data = page.map(({ detection, message_id, ...row }) => ({
    ...{ detection_id: detectionStreams.detectionId(detection), id: message_id },
    ...row,
  }))
  return { data, pagination }
}

function conditionsOf(
  client_id: string,
  { kind, user_id, since, until }: Omit<ListDetectionsQuery, 'limit' | 'cursor'>,
): FragmentSqlToken[] {
  return [
    sql.fragment`client_id = ${client_id}`,
    ...(kind === undefined ? [] : [sql.fragment`kind = ${kind}`]),
    ...(user_id === undefined ? [] : [sql.fragment`user_id = ${user_id}`]),
    ...(since === undefined ? [] : [sql.fragment`detected_at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql.fragment`detected_at < ${until}::timestamptz`]),
  ]
}
