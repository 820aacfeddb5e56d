import { sql } from 'slonik'
import type { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { TransactionRow } from '#projections/fraud/transactions.ts'

const Row = TransactionRow.pick({ transaction_key: true, recorded_at: true })
export type PendingIngestion = z.infer<typeof Row>

/** Those after `from` (milliseconds) and before a transaction, recorded at most `recordedWithinMs` after it. */
type PendingParams = {
  profile: string
  from: number
  before: { at: number; transaction_key: string }
  recordedWithinMs: number
  limit: number
}

export async function listPendingIngestion(
  db: Database,
  { profile, from, before: { at, transaction_key }, recordedWithinMs, limit }: PendingParams,
): Promise<readonly PendingIngestion[]> {
  return rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select transaction_key, recorded_at from read.fraud_transactions
      where profile = ${profile}::uuid and not is_entered and at > ${from}::bigint
        and (at, transaction_key) < (${at}::bigint, ${transaction_key}::uuid)
        and recorded_at <= ${recordedWithinMs}::bigint + (
          select recorded_at from read.fraud_transactions where transaction_key = ${transaction_key}::uuid)
      order by at, transaction_key limit ${limit}`),
  )
}
