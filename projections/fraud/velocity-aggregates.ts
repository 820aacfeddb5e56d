import { sql } from 'slonik'
import { projection, type RowChange } from '#declarations/read-model.ts'
import { FIRSTS_MAX, firstLimitOf } from '#domain/fraud/cross-user-signals.ts'
import { isFraud, type OutcomeEvent, outcomeStreams } from '#domain/fraud/outcomes/events.ts'
import { type ProfileEvent, profileStreams } from '#domain/fraud/profile/events.ts'
import { NO_FRAUD, type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import { derivedUuid } from '#values/ids.ts'
import {
  AggregateRow,
  accountKey,
  clientKey,
  DAY_MS,
  DEVICE_PERIOD_MS,
  deviceKey,
  emptyRow,
  HOURS,
  hourOf,
  isSmall,
  type Key,
  keyOf,
  merchantKey,
  transactionKey,
} from './aggregate-rows.ts'
import { ignoredRefundEvents } from './alert-refunds.ts'

const tables = [
  // Doubles: exact up to 2^53, and beyond it they cannot overflow and stop the read model.
  sql.unsafe`create table fraud_figures (
    about uuid not null,
    period integer not null,
    seen_by uuid not null,
    transactions integer[],
    base_minor double precision[],
    first_seen bigint,
    last_seen bigint,
    profile uuid,
    merchant uuid,
    reported_at bigint,
    device uuid,
    account uuid,
    entered_at bigint,
    entered_base double precision,
    first_limit double precision,
    transaction_key uuid,
    known_at bigint,
    withdrawn_at bigint,
    cleared_at bigint,
    reported_in bigint,
    primary key (about, period, seen_by))`,
]

const indexes = [
  sql.unsafe`create index on fraud_figures (merchant, reported_at) where merchant is not null and reported_at is not null`,
  sql.unsafe`create index on fraud_figures (profile) where profile is not null and reported_at is not null`,
  sql.unsafe`create index on fraud_figures (transaction_key) where transaction_key is not null`,
  sql.unsafe`create index on fraud_figures (device, reported_at) where device is not null and reported_at is not null`,
  sql.unsafe`create index on fraud_figures (account, reported_at) where account is not null and reported_at is not null`,
  // Partial: nearly all transactions are in none of these three indexes.
  sql.unsafe`create index on fraud_figures (device, entered_at) where device is not null and ${isSmall}`,
]

type AggregateEvent = ProfileEvent | RefundEvent | OutcomeEvent

export const velocityAggregates = projection<AggregateRow, AggregateEvent>({
  name: 'fraud_figures',
  version: 3,
  row: AggregateRow,
  streams: [profileStreams, refundStreams, outcomeStreams],
  tables,
  indexes,
  key: ['about', 'period', 'seen_by'],
  counters: [],
  on: {
    TransactionEntered: event => ({ rows: rowsOf(event) }),
    TransactionScored: event => ({ rows: rowsOf(event) }),
    ...ignoredRefundEvents,
    OutcomeReported: event => ({ rows: outcome(event) }),
    RefundRequested: event => (event.data.reason === 'confirmed_fraud' ? { rows: reported(event) } : null),
    RefundCancelled: event => ({ rows: [withdrawn(event)] }),
    RefundVoided: event => (NO_FRAUD.has(event.data.void_reason) ? { rows: [withdrawn(event)] } : null),
  },
})

type Of<T extends AggregateEvent['type']> = Recorded<Extract<AggregateEvent, { type: T }>>
type RecordedProfileEvent = Of<ProfileEvent['type']>

/** A report names its transaction, because the transaction's merchant and user may become known after it. */
function reportKey(source: 'refund' | 'outcome', ...id: (string | number)[]): Key {
  return keyOf(derivedUuid('fraud-report', source, ...id))
}

function rowsOf(event: RecordedProfileEvent): RowChange<AggregateRow>[] {
  return [
    known(event),
    ...(isIngested(event) ? countedRows(event) : []),
    ...(isFirstOfUser(event) ? [addFirstTransaction(event)] : []),
  ]
}

/** The first event of the profile sets user, merchant, device and account. */
function known(event: RecordedProfileEvent): RowChange<AggregateRow> {
  const { client_id, transaction } = event.data
  const key = keyOf(transactionKey(event.data))
  const owner = ownerOf(event.data, transaction.merchant)
  const device = transaction.device === null ? null : deviceKey(client_id, transaction.device)
  const account = typeof transaction.account === 'string' ? accountKey(client_id, transaction.account) : null
  const ingested = isIngested(event)
    ? { entered_at: Date.parse(transaction.timestamp), entered_base: transaction.base_minor }
    : {}
  const isFirst = isFirstOfUser(event)
  return {
    key,
    ...(isFirst ? { otherKeys: [firstsKey(client_id)] } : {}),
    next(row = emptyRow(key), firsts = undefined) {
      const first_limit = isFirst ? (firsts?.first_limit ?? null) : row.first_limit
      const { device: before, account: accountBefore, profile } = row
      return {
        ...{ ...row, ...(profile === null ? owner : {}), ...ingested },
        ...{ device: before ?? device, account: accountBefore ?? account, first_limit },
      }
    },
  }
}

function isIngested({ type, data }: RecordedProfileEvent): boolean {
  return type === 'TransactionEntered' || data.has_entered
}

function isFirstOfUser(event: RecordedProfileEvent): boolean {
  return isIngested(event) && event.data.totals.count === 1
}

const firstsKey = (clientId: string) => keyOf(clientKey(clientId))

/** Keeps the client's newest, in order of ingestion. */
function addFirstTransaction({ data: { client_id, transaction } }: RecordedProfileEvent): RowChange<AggregateRow> {
  const key = firstsKey(client_id)
  return {
    key,
    next(row = emptyRow(key)) {
      const base_minor = [...(row.base_minor ?? []), transaction.base_minor].slice(-FIRSTS_MAX)
      return { ...row, base_minor, first_limit: firstLimitOf(base_minor) }
    },
  }
}

function ownerOf({ client_id, user_id }: { client_id: string; user_id: string }, merchant: string | null) {
  return {
    profile: profileStreams.id(client_id, user_id),
    merchant: merchant === null ? null : merchantKey(client_id, merchant),
  }
}

function countedRows(event: RecordedProfileEvent): RowChange<AggregateRow>[] {
  const { client_id, transaction } = event.data
  const { merchant, device, base_minor } = transaction
  const at = Date.parse(transaction.timestamp)
  const rows: RowChange<AggregateRow>[] = []
  if (merchant !== null)
    rows.push(incrementFrom(keyOf(merchantKey(client_id, merchant), Math.floor(at / DAY_MS)), hourOf(at), base_minor))
  if (device !== null)
    rows.push(
      seen(keyOf(deviceKey(client_id, device), Math.floor(at / DEVICE_PERIOD_MS), profileStreams.idOf(event)), at),
    )
  return rows
}

const noHours: number[] = Array.from({ length: HOURS }, () => 0)

function incrementFrom(key: Key, hour: number, base_minor: number): RowChange<AggregateRow> {
  const more = (hours: number[] | null, by: number) => (hours ?? noHours).map((sum, at) => (at < hour ? sum : sum + by))
  return {
    key,
    next(row = emptyRow(key)) {
      return { ...row, transactions: more(row.transactions, 1), base_minor: more(row.base_minor, base_minor) }
    },
  }
}

function seen(key: Key, at: number): RowChange<AggregateRow> {
  return {
    key,
    next(row = emptyRow(key)) {
      const { first_seen, last_seen } = row
      if (first_seen !== null && last_seen !== null && first_seen <= at && at <= last_seen) return row
      return { ...row, first_seen: Math.min(first_seen ?? at, at), last_seen: Math.max(last_seen ?? at, at) }
    },
  }
}

function reported(event: Of<'RefundRequested'>): RowChange<AggregateRow>[] {
  const at = Date.parse(event.at)
  const report = reportKey('refund', refundStreams.idOf(event))
  const transaction = keyOf(transactionKey(event.data))
  return [
    {
      key: report,
      next: () => ({ ...emptyRow(report), transaction_key: transaction.about, known_at: at, ...positionOf(event) }),
    },
    reportedAt(transaction, at),
  ]
}

function positionOf({ position }: Pick<Recorded<AggregateEvent>, 'position'>): Pick<AggregateRow, 'reported_in'> {
  return { reported_in: position === undefined ? null : Number(position.commit) }
}

function reportedAt(transaction: Key, at: number, owner: Partial<AggregateRow> = {}): RowChange<AggregateRow> {
  return {
    key: transaction,
    next(row = emptyRow(transaction)) {
      const known = row.profile === null ? { ...row, ...owner } : row
      return { ...known, reported_at: Math.max(row.reported_at ?? at, at) }
    },
  }
}

/** The last report of a time wins. An outcome names the user even if no profile has the transaction. */
function outcome(event: Of<'OutcomeReported'>): RowChange<AggregateRow>[] {
  const { data } = event
  const at = Date.parse(data.reported_at)
  const transaction = keyOf(transactionKey(data))
  const report = reportKey('outcome', transaction.about, at)
  const verdict = isFraud(data.outcome) ? { known_at: at } : { cleared_at: at }
  const row = { ...emptyRow(report), transaction_key: transaction.about, ...verdict, ...positionOf(event) }
  return [
    { key: report, next: () => row },
    ...(isFraud(data.outcome) ? [reportedAt(transaction, at, ownerOf(data, data.merchant))] : []),
  ]
}

/** Null for a refund that reported no fraud. */
function withdrawn(event: Of<'RefundCancelled' | 'RefundVoided'>): RowChange<AggregateRow> {
  return {
    key: reportKey('refund', refundStreams.idOf(event)),
    next: row => (row === undefined ? null : { ...row, withdrawn_at: row.withdrawn_at ?? Date.parse(event.at) }),
  }
}
