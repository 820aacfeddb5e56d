import { sql } from 'slonik'
import { z } from 'zod'
import { DISCREPANCY_KINDS } from '#domain/refunds/reconciliation/events.ts'
import { discrepancyRecord } from '#domain/refunds/reconciliation/record.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { cursorOf, readCursor } from '#values/cursor.ts'
import { instant } from '#values/instant.ts'
import { pageLimit, pageOf } from '#values/page.ts'
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

const movement = { amount_minor: z.int(), currency: z.string() }
const Row = z.object({
  flag_id: z.string(),
  refund_id: z.string().nullable(),
  kind: z.enum(DISCREPANCY_KINDS),
  about: z.enum(['transfer', 'reversal']),
  attempt: z.int().nullable(),
  key: z.string().nullable(),
  said: z
    .object({
      ...movement,
      outcome: z.enum(['succeeded', 'rejected', 'completed', 'failed']),
      reference: z.string(),
      at: z.string(),
    })
    .nullable(),
  recorded: z
    .object({
      ...{ ...movement, status: z.string(), reference: z.string().nullable(), at: z.string().nullable() },
      outcome: z.enum(['none', 'in_flight', 'succeeded', 'rejected', 'completed', 'failed']),
    })
    .nullable(),
  statement: z.object({ from: z.string(), to: z.string(), sha256: z.string() }),
  status: z.enum(['open', 'resolved']),
  flagged_at: z.string(),
  flagged_by: z.string(),
  resolved_at: z.string().nullable(),
  resolved_by: z.string().nullable(),
})
const CursorPosition = z.tuple([instant, z.string().regex(/^[\w-]{1,64}$/)])

/**
 * From the read model `reconciliation_flags`: a client's flags, newest first. Errors: INVALID_REQUEST for a foreign
 * cursor.
 */
export async function listFlags(db: Database, client_id: string, query: ListFlagsQuery) {
  const { status, kind, refund_id, limit, cursor } = query
  const after = cursor === undefined ? null : readCursor(cursor, CursorPosition, 'INVALID_REQUEST')
  const conditions = [
    sql.fragment`client_id = ${client_id}`,
    ...(status === 'all' ? [] : [sql.fragment`status = ${status}`]),
    ...(kind === undefined ? [] : [sql.fragment`kind = ${kind}`]),
    ...(refund_id === undefined ? [] : [sql.fragment`refund_id = ${refund_id}`]),
    ...(after === null ? [] : [sql.fragment`(flagged_at, flag_id) < (${after[0]}::timestamptz, ${after[1]})`]),
  ]
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select flag_id, refund_id, kind, about, attempt, key, said, recorded, statement, status, flagged_at, flagged_by, resolved_at, resolved_by
      from read.reconciliation_flags where ${sql.join(conditions, sql.fragment` and `)}
      order by flagged_at desc, flag_id desc limit ${limit + 1}`),
  )
  const { page, pagination } = pageOf(rows, limit, last => cursorOf(last.flagged_at, last.flag_id))
  return {
    data: page.map(row => {
      const { flag_id, status, statement, flagged_at, flagged_by, resolved_at, resolved_by } = row
      return { flag_id, status, ...discrepancyRecord(row), statement, flagged_at, flagged_by, resolved_at, resolved_by }
    }),
    pagination,
  }
}
