import { sql } from 'slonik'
import type { Recorded } from '#decider.ts'
import type { REFUND_STREAM_PREFIX, RefundEvent } from '#domain/refunds/events.ts'
import type { RefundStatus } from '#domain/refunds/state.ts'
import { idOf, ignore, projection } from '#projection.ts'

/** One refund as lists show it. No personal data: `user_id` is the client's own opaque id of its customer. */
type RefundRow = {
  refund_id: string
  client_id: string
  user_id: string
  transaction_id: string
  status: RefundStatus
  /** Minor units. */
  amount_minor: number
  currency: string
  created_at: string
  updated_at: string
  /** Revision of the last event that this row shows. */
  revision: number
}

/**
 * Lengths of the periods (UTC) that refunds are counted by, the longest first. Months keep a total over all time at a few
 * rows, hours keep what has to be counted one by one at the two ends of a date range below an hour's worth of refunds.
 */
export const PERIODS = ['month', 'day', 'hour'] as const
export type Period = (typeof PERIODS)[number]

/** Start of the period that `at` (ISO 8601 UTC) lies in. */
export function periodStart(period: Period, at: string): string {
  if (period === 'month') return `${at.slice(0, 7)}-01T00:00:00.000Z`
  if (period === 'day') return `${at.slice(0, 10)}T00:00:00.000Z`
  return `${at.slice(0, 13)}:00:00.000Z`
}

const tables = [
  sql.unsafe`create table refunds (
    refund_id text collate "C" primary key,
    client_id text not null,
    user_id text not null,
    transaction_id text not null,
    status text not null,
    amount_minor bigint not null,
    currency text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
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
]

const indexes = [
  sql.unsafe`create index on refunds (client_id, created_at desc, refund_id desc)`,
  sql.unsafe`create index on refunds (client_id, status, created_at desc, refund_id desc)`,
  sql.unsafe`create index on refunds (client_id, user_id, created_at desc, refund_id desc)`,
]

const PREFIX = 'refund-' satisfies typeof REFUND_STREAM_PREFIX

/** An event that leaves the refund in `status`, or, without one, in the status it has. */
const to =
  (status?: RefundStatus) =>
  ({ at, revision }: Recorded<RefundEvent>) => ({
    update: { updated_at: at, revision, ...(status === undefined ? {} : { status }) },
  })
const touched = to()

/** The refunds as lists show them, and how many there are. A refund that was abandoned before it existed never appears. */
export const refunds = projection<RefundRow, RefundEvent>({
  name: 'refunds',
  version: 1,
  prefixes: [PREFIX],
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
  on: {
    RefundRequested: event => ({
      insert: {
        refund_id: idOf(event),
        client_id: event.data.client_id,
        user_id: event.data.beneficiary.user_id,
        transaction_id: event.data.transaction_id,
        status: 'pending',
        amount_minor: event.data.amount_minor,
        currency: event.data.currency,
        created_at: event.at,
        updated_at: event.at,
        revision: event.revision,
      },
    }),
    RefundAbandoned: ignore,
    RefundProcessingStarted: to('processing'),
    RefundCompleted: to('completed'),
    RefundFailed: to('failed'),
    RefundRetried: to('pending'),
    RefundRetryAbandoned: touched,
    RefundCancelled: to('cancelled'),
    RefundVoided: to('voided'),
    TransferSettledAfterVoid: touched,
    TransferFailedAfterVoid: touched,
    ReversalStarted: touched,
    ReversalCompleted: touched,
    ReversalFailed: touched,
  },
})
