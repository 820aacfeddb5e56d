import { sql } from 'slonik'
import { z } from 'zod'
import { ignore, projection, type RowChange, since } from '#declarations/read-model.ts'
import { toBaseMinor } from '#domain/fraud/base-currency.ts'
import { FRAUD_LEVELS, type ProfileEvent, profileStreams, type ScoredData } from '#domain/fraud/profile/events.ts'
import {
  changeCoveredRows,
  ignoredSubjectEvents,
  NO_CLIENT_ID,
  RETROACTIVE_EVENTS,
} from '#domain/subjects/erasure-coverage.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'
import { type TransactionEvent, transactionStreams } from '#domain/transactions/events.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import { exponentOf } from '#values/currencies.ts'
import { ERASED } from '#values/person.ts'
import { deviceKey, merchantKey } from './aggregate-rows.ts'

export const RecordedScore = z.object({
  score: z.number(),
  level: z.enum(FRAUD_LEVELS),
  is_alert: z.boolean(),
  threshold: z.number(),
  risk_factors: z.array(z.string()),
  model_version: z.string(),
  /** The client's allow list names it. */
  is_allowed: z.boolean(),
})
export type RecordedScore = z.infer<typeof RecordedScore>

/** While its person is restricted and after an erasure, it has no client but still counts for others. */
export const TransactionRow = z.object({
  transaction_key: z.string(),
  client_id: z.string(),
  transaction_id: z.string(),
  user_id: z.string(),
  account_id: z.string().nullable(),
  operation: z.string(),
  category: z.string().nullable(),
  at: z.int(),
  recorded_at: z.int(),
  profile: z.string(),
  merchant: z.string().nullable(),
  merchant_key: z.string().nullable(),
  base_minor: z.number(),
  amount_minor: since(3, z.int()),
  currency: since(3, z.string()),
  /** The key that velocity aggregates use; like `ip`, null until the transaction is ingested, and without a device. */
  device: z.string().nullable(),
  ip: z.string().nullable(),
  has_device: z.boolean(),
  /** The profile has it, so device and address are known as digests. */
  is_entered: z.boolean(),
  is_spike: z.boolean().nullable(),
  score: RecordedScore.nullable(),
})
export type TransactionRow = z.infer<typeof TransactionRow>

const tables = [
  sql.unsafe`create table fraud_transactions (
    transaction_key uuid primary key,
    client_id text not null,
    transaction_id text not null,
    user_id text not null,
    account_id text,
    operation text not null,
    category text,
    at bigint not null,
    recorded_at bigint not null,
    profile uuid not null,
    merchant text,
    merchant_key uuid,
    base_minor double precision not null,
    amount_minor bigint not null,
    currency text not null,
    device uuid,
    ip text,
    has_device boolean not null,
    is_entered boolean not null,
    is_spike boolean,
    score jsonb)`,
]

const indexes = [
  sql.unsafe`create index on fraud_transactions (client_id, at desc, transaction_key desc)`,
  sql.unsafe`create index on fraud_transactions (client_id, operation, at desc, transaction_key desc)`,
  sql.unsafe`create index on fraud_transactions (client_id, user_id, at desc, transaction_key desc)`,
  sql.unsafe`create index on fraud_transactions (client_id, account_id, at desc, transaction_key desc) where account_id is not null`,
  // For the features of a score: the user's history, the merchant's hour, other users of the device at the same moment.
  sql.unsafe`create index on fraud_transactions (profile, at)`,
  // Nearly all transactions are ingested within seconds.
  sql.unsafe`create index on fraud_transactions (profile, at, transaction_key) where not is_entered`,
  sql.unsafe`create index on fraud_transactions (merchant_key, at) where merchant_key is not null`,
  sql.unsafe`create index on fraud_transactions (device, at) where device is not null`,
]

export const fraudTransactions = projection<TransactionRow, TransactionEvent | ProfileEvent | SubjectEvent>({
  name: 'fraud_transactions',
  version: 3,
  row: TransactionRow,
  streams: [transactionStreams, profileStreams, subjectStreams],
  tables,
  indexes,
  key: 'transaction_key',
  counters: [],
  alwaysApplied: RETROACTIVE_EVENTS,
  on: {
    TransactionRecorded: event => ({ rows: [recorded(event)] }),
    RefundReserved: ignore,
    RefundReleased: ignore,
    TransactionEntered: event => ({ rows: [ingested(event, null)] }),
    TransactionScored: event => ({ rows: [ingested(event, scoreOf(event.data))] }),
    ...ignoredSubjectEvents,
    SubjectRestricted: event =>
      changeCoveredRows<TransactionRow>(transactionStreams, event, transaction_key => [
        { key: { transaction_key }, next: row => ({ ...row, client_id: NO_CLIENT_ID }) },
      ]),
    SubjectErased: event =>
      changeCoveredRows<TransactionRow>(transactionStreams, event, transaction_key => [
        { key: { transaction_key }, next: row => ({ ...row, ...NO_PERSON }) },
      ]),
  },
})

const NO_PERSON = {
  client_id: NO_CLIENT_ID,
  ...{ user_id: ERASED, transaction_id: ERASED, account_id: null },
  ...{ has_device: false, device: null, ip: null },
}

type Of<T extends (TransactionEvent | ProfileEvent)['type']> = Recorded<
  Extract<TransactionEvent | ProfileEvent, { type: T }>
>

function recorded(event: Of<'TransactionRecorded'>): RowChange<TransactionRow> {
  const { client_id, transaction_id, user_id, account_id, operation_type, amount_minor, currency } = event.data
  const { merchant: merchantData, device, device_sealed, timestamp } = event.data
  const transaction_key = transactionStreams.idOf(event)
  const merchant = merchantData?.id ?? merchantData?.name ?? null
  return {
    key: { transaction_key },
    next: (
      row = {
        ...{ transaction_key, client_id, transaction_id, user_id, account_id, operation: operation_type },
        ...{ category: merchantData?.category ?? null, at: Date.parse(timestamp), recorded_at: Date.parse(event.at) },
        ...{ profile: profileStreams.id(client_id, user_id), merchant },
        merchant_key: merchant === null ? null : merchantKey(client_id, merchant),
        // A currency that is no longer accepted must not stop the read model.
        base_minor: exponentOf(currency) === undefined ? 0 : toBaseMinor(amount_minor, currency),
        ...{ amount_minor, currency },
        ...{ device: null, ip: null, has_device: device !== null || device_sealed !== undefined },
        ...{ is_entered: false, is_spike: null, score: null },
      },
    ) => row,
  }
}

function ingested(event: Of<ProfileEvent['type']>, score: RecordedScore | null): RowChange<TransactionRow> {
  const { client_id, transaction_id, transaction } = event.data
  const { base_minor, ip, is_spike } = transaction
  const device = transaction.device === null ? null : deviceKey(client_id, transaction.device)
  return {
    key: { transaction_key: transactionStreams.id(client_id, transaction_id) },
    next(row) {
      if (row === undefined) return null
      const isErased = row.client_id === NO_CLIENT_ID && row.user_id === ERASED
      return {
        ...row,
        ...{ base_minor, is_entered: true },
        ...(isErased ? {} : { device, ip }),
        ...(score === null ? {} : { is_spike: row.is_spike ?? is_spike, score }),
      }
    },
  }
}

function scoreOf({ score, level, is_alert, threshold, risk_factors, model_version, lists }: ScoredData): RecordedScore {
  const is_allowed = lists.length > 0 && lists.every(({ list }) => list === 'allow')
  return { score, level, is_alert, threshold, risk_factors, model_version, is_allowed }
}
