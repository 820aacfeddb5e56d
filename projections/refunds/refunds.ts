import { sql } from 'slonik'
import { z } from 'zod'
import { ignore, projection, since } from '#declarations/read-model.ts'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import { REFUND_STATUSES } from '#domain/refunds/state.ts'
import {
  changeCoveredRows,
  ignoredSubjectEvents,
  NO_CLIENT_ID,
  RETROACTIVE_EVENTS,
} from '#domain/subjects/erasure-coverage.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import { bucketOf } from '#values/duration-histogram.ts'
import { toMajor } from '#values/money.ts'
import { ERASED } from '#values/person.ts'
import { PERIODS, periodStart } from '#values/utc-periods.ts'

/** What the payment network still has to do. `void_in_flight`: to end a transfer that a void met in flight. */
export const OUTSTANDING_KINDS = ['transfer', 'void_in_flight', 'reversal'] as const

/**
 * No personal data: `user_id` is the client's own opaque id of its customer, `[erased]` after an erasure. While the
 * customer is restricted, `client_id` is that of no client, so no list shows the refund.
 */
export const RefundRow = z.object({
  refund_id: z.string(),
  client_id: z.string(),
  user_id: z.string(),
  transaction_id: z.string(),
  /** The id of the transaction's stream, without its prefix; joins with `reservations`. */
  transaction_key: z.string(),
  status: z.enum(REFUND_STATUSES),
  amount_minor: z.int(),
  /** Major units: the number that callers see, and that lists compare and sort by. */
  amount: z.number(),
  currency: z.string(),
  reason: z.string(),
  /** The client's own id of its case. */
  case_id: z.string().nullable(),
  /** The beneficiary is not the transaction's user. Also false for refunds that older versions did not check. */
  beneficiary_mismatch: since(3, z.boolean()),
  created_at: z.string(),
  updated_at: z.string(),
  owed: z.enum(OUTSTANDING_KINDS).nullable(),
  /** By the event's clock. */
  owed_since: z.string().nullable(),
  /** `held`: the refund keeps its part of the transaction's amount. `free`: it ended without money out. */
  budget: z.enum(['held', 'free']),
  /** By the event's clock. */
  budget_since: z.string(),
  /** The client while `client_id` is that of no client; statistics still count for it. */
  restricted_client_id: since(5, z.string().nullable()),
  revision: z.int(),
})
export type RefundRow = z.infer<typeof RefundRow>

const tables = [
  sql.unsafe`create table refunds (
    refund_id text collate "C" primary key,
    client_id text not null,
    user_id text not null,
    transaction_id text not null,
    transaction_key text collate "C" not null,
    status text not null,
    amount_minor bigint not null,
    amount double precision not null,
    currency text not null,
    reason text not null,
    case_id text,
    beneficiary_mismatch boolean not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    owed text,
    owed_since timestamptz,
    budget text not null,
    budget_since timestamptz not null,
    restricted_client_id text,
    revision integer not null)`,
  sql.unsafe`create table refund_counts (
    client_id text not null,
    period text not null,
    start timestamptz not null,
    status text not null,
    count bigint not null check (count > 0),
    primary key (client_id, period, start, status))`,
  sql.unsafe`create table refund_user_counts (
    client_id text not null,
    user_id text not null,
    status text not null,
    count bigint not null check (count > 0),
    primary key (client_id, user_id, status))`,
  // Sums beyond 2^63 would stop the read model.
  sql.unsafe`create table refund_statistics (
    client_id text not null,
    period text not null,
    start timestamptz not null,
    status text not null,
    currency text not null,
    bucket_ms bigint not null,
    count bigint not null,
    amount_minor numeric not null,
    primary key (client_id, period, start, status, currency, bucket_ms))`,
]

const indexes = [
  sql.unsafe`create index on refunds (client_id, created_at desc, refund_id desc)`,
  sql.unsafe`create index on refunds (client_id, status, created_at desc, refund_id desc)`,
  sql.unsafe`create index on refunds (client_id, user_id, created_at desc, refund_id desc)`,
  // Without the id as a tie-breaker, because equal times are rare: a third less to write with every change of a row.
  sql.unsafe`create index on refunds (transaction_key, created_at desc)`,
  sql.unsafe`create index on refunds (client_id, case_id, created_at desc) where case_id is not null`,
  sql.unsafe`create index on refunds (client_id, currency, created_at desc)`,
  sql.unsafe`create index on refunds (client_id, reason, created_at desc)`,
  // Equal amounts are frequent.
  sql.unsafe`create index on refunds (client_id, amount, refund_id)`,
  sql.unsafe`create index on refunds (owed_since, refund_id) where owed is not null`,
  sql.unsafe`create index on refunds (budget_since) where budget = 'free'`,
]

type StatusChange = { status?: RefundRow['status']; owed?: RefundRow['owed']; budget?: RefundRow['budget'] }

/** Columns that the change does not name keep their value. */
function toUpdate({ at, revision }: Recorded<RefundEvent>, { status, owed, budget }: StatusChange) {
  return {
    update: {
      updated_at: at,
      revision,
      ...(status === undefined ? {} : { status }),
      ...(owed === undefined ? {} : { owed, owed_since: owed === null ? null : at }),
      ...(budget === undefined ? {} : { budget, budget_since: at }),
    },
  }
}

const updateTo = (change: StatusChange) => (event: Recorded<RefundEvent>) => toUpdate(event, change)

const OUTSTANDING_AFTER_VOID = { none: null, in_flight: 'void_in_flight', settled: 'reversal' } as const

function voided(event: Recorded<RefundEvent> & { type: 'RefundVoided' }) {
  const { transfer } = event.data
  return toUpdate(event, {
    status: 'voided',
    owed: OUTSTANDING_AFTER_VOID[transfer],
    ...(transfer === 'none' ? { budget: 'free' } : {}),
  })
}

const ENTERED = {
  RefundRequested: 'pending',
  RefundRetried: 'pending',
  RefundProcessingStarted: 'processing',
  RefundCompleted: 'completed',
  RefundFailed: 'failed',
  RefundCancelled: 'cancelled',
  RefundVoided: 'voided',
} satisfies Partial<Record<RefundEvent['type'], RefundRow['status']>>

function isEntry(type: string): type is keyof typeof ENTERED {
  return Object.hasOwn(ENTERED, type)
}

/**
 * Entries into a status by the event's time, with `bucket_ms` 0. A completion is also counted by its duration since the
 * request, in one row for all currencies, so that the rows of a period stay few.
 */
function addToStatistics({ type, at }: Recorded<RefundEvent | SubjectEvent>, row: RefundRow) {
  if (!isEntry(type)) return []
  const { client_id, restricted_client_id, currency, amount_minor, created_at } = row
  const entered = { client_id: restricted_client_id ?? client_id, status: ENTERED[type], count: 1 }
  const durationMs = Date.parse(at) - Date.parse(created_at)
  const entries = [
    { ...entered, currency, bucket_ms: 0, amount_minor },
    ...(type === 'RefundCompleted' ? [{ ...entered, ...NO_CURRENCY, bucket_ms: bucketOf(durationMs) }] : []),
  ]
  return entries.flatMap(entry => PERIODS.map(period => ({ ...entry, period, start: periodStart(period, at) })))
}

const NO_CURRENCY = { currency: '', amount_minor: 0 }

/** An abandoned refund never appears. */
export const refunds = projection<RefundRow, RefundEvent | SubjectEvent>({
  name: 'refunds',
  version: 5,
  row: RefundRow,
  streams: [refundStreams, subjectStreams],
  tables,
  indexes,
  key: 'refund_id',
  counters: [
    {
      table: 'refund_counts',
      columns: ['client_id', 'period', 'start', 'status'],
      of: ({ client_id, status, created_at }) =>
        PERIODS.map(period => ({ client_id, period, start: periodStart(period, created_at), status })),
    },
    {
      table: 'refund_user_counts',
      columns: ['client_id', 'user_id', 'status'],
      of: ({ client_id, user_id, status }) => [{ client_id, user_id, status }],
    },
  ],
  rollups: [
    {
      table: 'refund_statistics',
      key: ['client_id', 'period', 'start', 'status', 'currency', 'bucket_ms'],
      sums: ['count', 'amount_minor'],
      of: addToStatistics,
    },
  ],
  alwaysApplied: RETROACTIVE_EVENTS,
  on: {
    RefundRequested: event => ({
      insert: {
        refund_id: refundStreams.idOf(event),
        client_id: event.data.client_id,
        user_id: event.data.beneficiary.user_id,
        transaction_id: event.data.transaction_id,
        transaction_key: transactionStreams.id(event.data.client_id, event.data.transaction_id),
        status: 'pending',
        amount_minor: event.data.amount_minor,
        amount: toMajor(event.data.amount_minor, event.data.currency),
        currency: event.data.currency,
        reason: event.data.reason,
        case_id: event.data.metadata.case_id,
        beneficiary_mismatch: event.data.beneficiary_mismatch ?? false,
        created_at: event.at,
        updated_at: event.at,
        owed: 'transfer',
        owed_since: event.at,
        budget: 'held',
        budget_since: event.at,
        restricted_client_id: null,
        revision: event.revision,
      },
    }),
    RefundAbandoned: ignore,
    RefundProcessingStarted: updateTo({ status: 'processing', owed: 'transfer' }),
    RefundCompleted: updateTo({ status: 'completed', owed: null }),
    RefundFailed: updateTo({ status: 'failed', owed: null, budget: 'free' }),
    RefundRetried: updateTo({ status: 'pending', owed: 'transfer', budget: 'held' }),
    RefundRetryAbandoned: updateTo({}),
    RefundCancelled: updateTo({ status: 'cancelled', owed: null, budget: 'free' }),
    RefundVoided: voided,
    TransferSettledAfterVoid: updateTo({ owed: 'reversal' }),
    TransferFailedAfterVoid: updateTo({ owed: null, budget: 'free' }),
    ReversalStarted: updateTo({ owed: 'reversal' }),
    ReversalCompleted: updateTo({ owed: null, budget: 'free' }),
    ReversalFailed: updateTo({ owed: null }),
    NetworkContradicted: updateTo({}),
    ...ignoredSubjectEvents,
    SubjectRestricted: event =>
      changeCoveredRows<RefundRow>(refundStreams, event, refund_id => [
        {
          key: { refund_id },
          next: row => ({ ...row, client_id: NO_CLIENT_ID, restricted_client_id: event.data.client_id }),
        },
      ]),
    SubjectErased: event =>
      changeCoveredRows<RefundRow>(refundStreams, event, refund_id => [
        {
          key: { refund_id },
          next: row => ({ ...row, client_id: event.data.client_id, restricted_client_id: null, user_id: ERASED }),
        },
      ]),
  },
})
