import { sql } from 'slonik'
import { z } from 'zod'
import { keysetPage } from '#edge/postgres/keyset.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { SubjectRow } from '#projections/subjects/subjects.ts'
import { derivedUuid } from '#values/ids.ts'
import { instant } from '#values/instant.ts'
import { pageCursor, pageLimit } from '#values/page.ts'

const LIMIT_DEFAULT = 50
/** Each erasure is a stream to read. */
const LIMIT_MAX = 100

const OPEN_STATUSES = ['restricted', 'retained', 'shredding'] as const

export const ListErasuresQuery = z.strictObject({
  status: z.enum(OPEN_STATUSES).optional().describe('Only erasures with this status.'),
  limit: pageLimit(LIMIT_MAX, LIMIT_DEFAULT).describe(`Erasures per page, 1 to ${LIMIT_MAX}.`),
  cursor: pageCursor(200),
})
export type ListErasuresQuery = z.infer<typeof ListErasuresQuery>

const Row = SubjectRow.pick({ subject: true, requested_at: true }).required()

/** The ids of the streams; the newest request first. Errors: INVALID_REQUEST for an unknown cursor. */
export async function listErasures(db: Database, client_id: string, { status, limit, cursor }: ListErasuresQuery) {
  const keyset = keysetPage<z.infer<typeof Row>>({
    scope: derivedUuid('erasures', client_id, status ?? ''),
    columns: [
      { name: 'requested_at', type: 'timestamptz', text: instant },
      { name: 'subject', type: 'uuid', text: z.uuid() },
    ],
    ...{ limit, cursor },
  })
  const conditions = [
    sql.fragment`client_id = ${client_id}`,
    sql.fragment`status <> 'shredded'`,
    ...(status === undefined ? [] : [sql.fragment`status = ${status}`]),
    keyset.isAfterCursor,
  ]
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select subject, requested_at from read.subjects
      where ${sql.join(conditions, sql.fragment` and `)} ${keyset.orderAndLimit}`),
  )
  return keyset.pageOf(rows)
}
