import { sql } from 'slonik'
import type { Recorded } from '#decider.ts'
import { type TransactionEvent, transactionStreams } from '#domain/transactions/events.ts'
import { ignore, projection } from '#projection.ts'

/** One change of what a refund speaks for of its transaction. */
type ReservationRow = {
  /** What stands behind the prefix in the name of the transaction's stream. */
  transaction_key: string
  revision: number
  refund_id: string
  attempt: number
  /** Minor units from here on; null = given back. */
  amount_minor: number | null
  at: string
}

const tables = [
  sql.unsafe`create table reservations (
    transaction_key text collate "C" not null,
    revision integer not null,
    refund_id text collate "C" not null,
    attempt integer not null,
    amount_minor bigint,
    at timestamptz not null,
    primary key (transaction_key, revision))`,
]

const indexes = [
  sql.unsafe`create index on reservations (refund_id, transaction_key, revision desc)`,
  sql.unsafe`create index on reservations (at) where amount_minor is not null`,
]

function line({ data, ...event }: Recorded<TransactionEvent> & { type: 'RefundReserved' | 'RefundReleased' }) {
  const { refund_id, attempt } = data
  const row: ReservationRow = {
    transaction_key: transactionStreams.idOf(event),
    revision: event.revision,
    refund_id,
    attempt,
    amount_minor: 'amount_minor' in data ? data.amount_minor : null,
    at: event.at,
  }
  return { append: row }
}

/**
 * What refunds speak for of their transactions. A transaction has many reservations and a read model has one row per stream, so
 * this is a log: a reservation is live while its line is the last of its refund in the transaction. A retry's reservation takes
 * the place of the one before it.
 */
export const reservations = projection<ReservationRow, TransactionEvent>({
  name: 'reservations',
  version: 1,
  streams: [transactionStreams],
  tables,
  indexes,
  key: 'transaction_key',
  counters: [],
  on: {
    TransactionRecorded: ignore,
    RefundReserved: line,
    RefundReleased: line,
  },
})
