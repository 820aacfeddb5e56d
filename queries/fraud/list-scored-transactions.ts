import { sql } from 'slonik'
import { z } from 'zod'
import { keysetPage } from '#edge/postgres/keyset.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { TransactionRow } from '#projections/fraud/transactions.ts'
import { derivedUuid } from '#values/ids.ts'
import { boundMs, instant, sinceBeforeUntil } from '#values/instant.ts'
import { pageCursor, pageLimit } from '#values/page.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 200

export const ListTransactionsQuery = z
  .strictObject({
    user_id: plainText(ID_LENGTH_MAX).optional().describe('Only transactions of this user, by your own id.'),
    account_id: plainText(ID_LENGTH_MAX).optional().describe('Only transactions of this account.'),
    since: instant.optional().describe('Only transactions made at this time or later; ISO 8601 with an offset.'),
    until: instant.optional().describe('Only transactions made before this time; ISO 8601 with an offset.'),
    limit: pageLimit(LIMIT_MAX, LIMIT_DEFAULT).describe(`Transactions per page, 1 to ${LIMIT_MAX}.`),
    cursor: pageCursor(200),
  })
  .refine(...sinceBeforeUntil)
export type ListTransactionsQuery = z.output<typeof ListTransactionsQuery>

const Row = TransactionRow.pick({
  ...{ transaction_key: true, transaction_id: true, user_id: true, account_id: true, operation: true },
  ...{ amount_minor: true, currency: true, at: true, recorded_at: true, score: true },
}).required({ amount_minor: true, currency: true })
export type ScoredTransaction = z.infer<typeof Row>

/** Milliseconds since 1970; negative before. */
const milliseconds = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number)

/** The newest first, by their own time. Errors: INVALID_REQUEST for an unknown cursor. */
export async function listScoredTransactions(db: Database, client_id: string, query: ListTransactionsQuery) {
  const { user_id, account_id, since, until, limit, cursor } = query
  const filters = [user_id ?? null, account_id ?? null, since ?? null, until ?? null]
  const keyset = keysetPage<ScoredTransaction>({
    scope: derivedUuid('transactions', client_id, JSON.stringify(filters)),
    columns: [
      { name: 'at', type: 'int8', text: milliseconds },
      { name: 'transaction_key', type: 'uuid', text: z.uuid() },
    ],
    ...{ limit, cursor },
  })
  const conditions = [
    sql.fragment`client_id = ${client_id}`,
    ...(user_id === undefined ? [] : [sql.fragment`user_id = ${user_id}`]),
    ...(account_id === undefined ? [] : [sql.fragment`account_id = ${account_id}`]),
    ...(since === undefined ? [] : [sql.fragment`at >= ${boundMs(since)}::bigint`]),
    ...(until === undefined ? [] : [sql.fragment`at < ${boundMs(until)}::bigint`]),
    keyset.isAfterCursor,
  ]
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select transaction_key, transaction_id, user_id, account_id, operation, amount_minor, currency, at, recorded_at, score
      from read.fraud_transactions
      where ${sql.join(conditions, sql.fragment` and `)} ${keyset.orderAndLimit}`),
  )
  return keyset.pageOf(rows)
}
