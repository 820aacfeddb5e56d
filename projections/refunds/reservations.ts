import { sql } from 'slonik'
import { z } from 'zod'
import { ignore, projection } from '#declarations/read-model.ts'
import { type TransactionEvent, transactionStreams } from '#domain/transactions/events.ts'

export const ReservationRow = z.object({
  /** The id of the transaction's stream, without its prefix. */
  transaction_key: z.string(),
  refund_id: z.string(),
  attempt: z.int(),
  amount_minor: z.int(),
  reserved_at: z.string(),
})
type ReservationRow = z.infer<typeof ReservationRow>

const tables = [
  sql.unsafe`create table reservations (
    transaction_key text collate "C" not null,
    refund_id text collate "C" not null,
    attempt integer not null,
    amount_minor bigint not null,
    reserved_at timestamptz not null,
    primary key (transaction_key, refund_id))`,
]

/** Live reservations: a retry replaces the reservation of the attempt before it, and a release deletes it. */
export const reservations = projection<ReservationRow, TransactionEvent>({
  name: 'reservations',
  version: 2,
  row: ReservationRow,
  streams: [transactionStreams],
  tables,
  indexes: [sql.unsafe`create index on reservations (reserved_at)`],
  key: ['transaction_key', 'refund_id'],
  counters: [],
  on: {
    TransactionRecorded: ignore,
    RefundReserved: ({ data, at, ...event }) => {
      const key = { transaction_key: transactionStreams.idOf(event), refund_id: data.refund_id }
      const row = { ...key, attempt: data.attempt, amount_minor: data.amount_minor, reserved_at: at }
      return { rows: [{ key, isFirst: data.attempt === 0, next: () => row }] }
    },
    RefundReleased: ({ data, ...event }) => {
      const key = { transaction_key: transactionStreams.idOf(event), refund_id: data.refund_id }
      // A release of another attempt changes nothing.
      return { rows: [{ key, next: row => (row?.attempt === data.attempt ? null : (row ?? null)) }] }
    },
  },
})
