import { sql } from 'slonik'
import type { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { TransactionRow } from '#projections/fraud/transactions.ts'

const Row = TransactionRow.pick({
  transaction_key: true,
  client_id: true,
  transaction_id: true,
  profile: true,
  at: true,
})
export type UnopenedAlert = z.infer<typeof Row>

type Page = { olderThanMs: number; limit: number; after?: Pick<UnopenedAlert, 'transaction_key'> }

/** Without restricted and erased persons. Reads the whole table. */
export async function listUnopenedAlerts(
  db: Database,
  { olderThanMs, limit, after }: Page,
): Promise<readonly UnopenedAlert[]> {
  const from = after === undefined ? sql.fragment`true` : sql.fragment`transaction_key > ${after.transaction_key}::uuid`
  return rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select transaction_key, client_id, transaction_id, profile, at from read.fraud_transactions as t
      where (score->>'is_alert')::boolean and client_id <> '' and ${from}
        and recorded_at < (extract(epoch from clock_timestamp()) * 1000)::bigint - ${olderThanMs}::bigint
        and not exists (
          select 1 from read.alerts as a where a.client_id = t.client_id and a.transaction_id = t.transaction_id)
      order by transaction_key limit ${limit}`),
  )
}
