import { sql } from 'slonik'
import { z } from 'zod'
import { DISCREPANCY_KINDS } from '#domain/refunds/reconciliation/events.ts'
import { discrepancyRecord } from '#domain/refunds/reconciliation/record.ts'
import { type KeysetColumn, keysetPage } from '#edge/postgres/keyset.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { FlagRow } from '#projections/refunds/reconciliation-flags.ts'
import { derivedUuid } from '#values/ids.ts'
import { instant } from '#values/instant.ts'
import { pageLimit } from '#values/page.ts'
import { plainText } from '#values/text.ts'

const LIMIT_MAX = 200
const LIMIT_DEFAULT = 50

export const ListFlagsQuery = z.strictObject({
  status: z.enum(['open', 'resolved', 'all']).default('open').describe('Status of the flags; `open` by default.'),
  kind: z.enum(DISCREPANCY_KINDS).optional().describe('Only flags of this kind.'),
  refund_id: plainText(64).optional().describe('Only flags of this refund.'),
  limit: pageLimit(LIMIT_MAX, LIMIT_DEFAULT).describe(`Flags on a page, 1 to ${LIMIT_MAX}.`),
  cursor: z.string().max(512).optional().describe('`next_cursor` of the previous page.'),
})
export type ListFlagsQuery = z.infer<typeof ListFlagsQuery>

const Row = FlagRow.omit({ client_id: true })
type Row = z.infer<typeof Row>

const KEY: readonly [KeysetColumn<Row>, KeysetColumn<Row>] = [
  { name: 'flagged_at', type: 'timestamptz', text: instant },
  { name: 'flag_id', type: 'text', text: z.string().regex(/^[\w-]{1,64}$/) },
]

/** Errors: INVALID_REQUEST for a foreign cursor. */
export async function listFlags(db: Database, client_id: string, query: ListFlagsQuery) {
  const { status, kind, refund_id, limit, cursor } = query
  const scope = derivedUuid('reconciliation-flags', client_id, status, kind ?? '', refund_id ?? '')
  const keyset = keysetPage<Row>({ scope, columns: KEY, limit, cursor, acceptsUnscoped: true })
  const conditions = [
    sql.fragment`client_id = ${client_id}`,
    ...(status === 'all' ? [] : [sql.fragment`status = ${status}`]),
    ...(kind === undefined ? [] : [sql.fragment`kind = ${kind}`]),
    ...(refund_id === undefined ? [] : [sql.fragment`refund_id = ${refund_id}`]),
    keyset.isAfterCursor,
  ]
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select flag_id, refund_id, kind, about, attempt, key, said, recorded, statement, status, flagged_at, flagged_by, resolved_at, resolved_by
      from read.reconciliation_flags where ${sql.join(conditions, sql.fragment` and `)}
      ${keyset.orderAndLimit}`),
  )
  const { page, pagination } = keyset.pageOf(rows)
  return {
    data: page.map(row => {
      const { flag_id, status, statement, flagged_at, flagged_by, resolved_at, resolved_by } = row
      return { flag_id, status, ...discrepancyRecord(row), statement, flagged_at, flagged_by, resolved_at, resolved_by }
    }),
    pagination,
  }
}
