import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { TransactionRow } from '#projections/fraud/transactions.ts'

/** Both dates are inclusive. */
export type TransactionFilters = {
  user_id?: string | undefined
  account_ids?: readonly string[] | undefined
  transaction_ids?: readonly string[] | undefined
  date_from?: string | undefined
  date_to?: string | undefined
  operation_types?: readonly string[] | undefined
}

export type TransactionCursor = { at: number; transaction_key: string }

const Row = TransactionRow.omit({ client_id: true, is_spike: true, amount_minor: true, currency: true })
export type ListedTransaction = z.infer<typeof Row>

export async function listTransactions(
  db: Database,
  client_id: string,
  filters: TransactionFilters,
  { after, limit }: { after: TransactionCursor | null; limit: number },
): Promise<readonly ListedTransaction[]> {
  const afterCursor =
    after === null ? [] : [sql.fragment`(at, transaction_key) < (${after.at}::bigint, ${after.transaction_key}::uuid)`]
  return rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select transaction_key, transaction_id, user_id, account_id, operation, category, at, recorded_at, profile, merchant, merchant_key,
        base_minor, device, ip, has_device, is_entered, score
      from read.fraud_transactions where ${all([...conditionsOf(client_id, filters), ...afterCursor])}
      order by at desc, transaction_key desc limit ${limit}`),
  )
}

export async function countTransactions(db: Database, client_id: string, filters: TransactionFilters): Promise<number> {
  return rejectIfUnbuilt(
    db.oneFirst(sql.type(z.object({ count: z.int() }))`
      select count(*) from read.fraud_transactions where ${all(conditionsOf(client_id, filters))}`),
  )
}

function conditionsOf(client_id: string, filters: TransactionFilters): FragmentSqlToken[] {
  const { user_id, account_ids, transaction_ids, date_from, date_to, operation_types } = filters
  const keys = transaction_ids?.map(id => transactionStreams.id(client_id, id))
  return [
    sql.fragment`client_id = ${client_id}`,
    ...(user_id === undefined ? [] : [sql.fragment`user_id = ${user_id}`]),
    ...(account_ids === undefined ? [] : [sql.fragment`account_id = any(${sql.array([...account_ids], 'text')})`]),
    ...(keys === undefined ? [] : [sql.fragment`transaction_key = any(${sql.array(keys, 'uuid')})`]),
    ...(date_from === undefined ? [] : [sql.fragment`at >= ${msFrom(date_from)}::bigint`]),
    ...(date_to === undefined ? [] : [sql.fragment`at <= ${Date.parse(date_to)}::bigint`]),
    ...(operation_types === undefined
      ? []
      : [sql.fragment`operation = any(${sql.array([...operation_types], 'text')})`]),
  ]
}

/** Rounded up to the next millisecond: transaction times are whole ones. */
function msFrom(text: string): number {
  return Date.parse(text) + (/\.\d{3}\d*[1-9]/.test(text) ? 1 : 0)
}

function all(conditions: readonly FragmentSqlToken[]) {
  return sql.join([...conditions], sql.fragment` and `)
}
