import { sql } from 'slonik'
import { z } from 'zod'
import type { Operation } from '#domain/fraud/history.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

/** After `from` and up to `to`, milliseconds. */
export type HistoryRange = { profile: string; from: number; to: number }

type UserHistory = { profile: string; first: number | null; transactions: ReturnType<typeof transactionOf>[] }

/** JSON arrays: for up to 100,000 transactions, one row each would cost ten times as much. */
const TransactionTuple = z.custom<
  [
    ...[transaction_key: string, at: number, base: number, operation: Operation, merchant: string | null],
    ...[device: string | null, ip: string | null, is_spike: boolean | null, is_sealed: boolean],
  ]
>(Array.isArray)
const Row = z.object({
  place: z.int(),
  profile: z.string(),
  first: z.int().nullable(),
  lines: z.array(TransactionTuple),
})
/** Parsing one large text would block the event loop; this many take less than a millisecond. */
const TRANSACTIONS_PER_ROW = 500

/** In the order of recording. `first`: the time of the user's first transaction, if it is before the range. */
export async function loadHistories(db: Database, ranges: readonly HistoryRange[]): Promise<UserHistory[]> {
  if (ranges.length === 0) return []
  const rows = ranges.map(({ profile, from, to }, ordinal) => [ordinal, profile, from, to])
  const found = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select a.place, a.profile, (select min(at) from read.fraud_transactions f where f.profile = a.profile and f.at <= a."from") as first, past.lines
      from ${sql.unnest(rows, ['int4', 'uuid', 'int8', 'int8'])} as a (place, profile, "from", "to")
      cross join lateral (
        select part, json_agg(json_build_array(transaction_key, at, base_minor, operation, merchant, device, ip, is_spike,
          has_device and not is_entered) order by recorded_at, at, transaction_key) as lines
        from (
          select *, (row_number() over (order by recorded_at, at, transaction_key) - 1) / ${TRANSACTIONS_PER_ROW}::integer as part
          from read.fraud_transactions where profile = a.profile and at > a."from" and at <= a."to") as t
        group by part) as past
      order by a.place, past.part`),
  )
  const histories = new Map<number, UserHistory>()
  for (const { place, profile, first, lines } of found) {
    const history = histories.get(place) ?? { profile, first, transactions: [] }
    histories.set(place, history)
    for (const tuple of lines) history.transactions.push(transactionOf(tuple))
  }
  return [...histories.values()]
}

/** `is_sealed`: its device is sealed in the transaction's stream and not yet in the profile. */
function transactionOf(tuple: z.infer<typeof TransactionTuple>) {
  const [transaction_key, at, base, operation, merchant, device, ip, is_spike, is_sealed] = tuple
  return { transaction_key, at, base, operation, merchant, device, ip, is_spike, is_sealed }
}
