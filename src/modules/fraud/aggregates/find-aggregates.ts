import { sql } from 'slonik'
import { z } from 'zod'
import { createBatcher } from '#concurrency/batcher.ts'
import type { VelocityAggregates } from '#domain/fraud/features.ts'
import { HOUR_MS, WINDOW_MS_MAX } from '#domain/fraud/history.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { prepared } from '#edge/postgres/prepared.ts'
import { isUnbuiltError } from '#edge/postgres/read-model-readiness.ts'
import {
  accountKey,
  clientKey,
  DAY_MS,
  DEVICE_PERIOD_MS,
  deviceKey,
  HOURS,
  hourOf,
  merchantKey,
  transactionKey,
} from '#projections/fraud/aggregate-rows.ts'
import { velocityAggregates } from '#projections/fraud/velocity-aggregates.ts'
import type { Service } from '#service.ts'
import type { AggregatesParams, FindAggregates, FoundAggregates } from '#services/fraud/scoring.ts'
import { merchantFrauds, ruleSignals, selfRow, smallOnDevice, userFrauds } from './known-frauds.ts'

/** Frauds become known late, and their rate needs a denominator of the same age. */
export const DELAY_DAYS = 7

/** Devices that more users share are public, and a larger number adds no information. */
export const DEVICE_USERS_MAX = 1_000
/** Cover a window of 30 days. */
export const PERIODS = 2

const count = z.int()
/** Milliseconds. */
const lastTime = z.int().nullable()

export const AggregatesRow = z.object({
  as_of: z.string().nullable(),
  table_bytes: z.int(),
  ...{ n24h: count, n7d: count, sum7d: z.number() },
  ...{ delayed_n1d: count, delayed_n7d: count, delayed_n30d: count },
  ...{ known_n1d: count, known_n7d: count, known_n30d: count, known_last: lastTime },
  ...{ device_users: count, own_known: count, own_last: lastTime },
  ...{ device_frauds: count, device_fraud_last: lastTime },
  ...{ account_frauds: count, account_fraud_last: lastTime },
  ...{ small_on_device: count, small_users: count, first_limit: z.number().nullable() },
})

type AggregateValues = Omit<z.infer<typeof AggregatesRow>, 'as_of' | 'table_bytes'>

/** Per statement; the parameters of more cost more than a second statement. */
const REQUESTS_MAX = 64
/** How long an unbuilt read model is not queried again: each failed query costs PostgreSQL a connection. */
const UNBUILT_CACHE_MS = 1_000

/**
 * Requests that arrive during a query share the next one. One statement, so that aggregates and log position are from
 * one snapshot. Empty while the read model is built for the first time, so that no transaction waits for it.
 */
export function createFindAggregates({ db }: Pick<Service, 'db'>): FindAggregates {
  let unbuiltUntil = 0
  let tableBytes: number | null = null
  return createBatcher(async (batch: AggregatesParams[]) => {
    if (performance.now() < unbuiltUntil) return batch.map(emptyAggregates)
    const rows = await queryAggregates(db, batch, tableBytes)
    if (rows !== null) {
      tableBytes = rows[0]?.table_bytes ?? null
      return rows.map((row, at) => ({ aggregates: toAggregates(batch[at]!, row), as_of: row.as_of }))
    }
    unbuiltUntil = performance.now() + UNBUILT_CACHE_MS
    return batch.map(emptyAggregates)
  }, REQUESTS_MAX)
}

const emptyAggregates = (params: AggregatesParams): FoundAggregates => ({
  aggregates: toAggregates(params, EMPTY_ROW),
  as_of: null,
})

/** A plan takes five times as long as its execution. It suits a table up to eight times as large. */
const planVariant = (tableBytes: number) => Math.ceil(Math.log2(tableBytes + 1) / 3)

/** Null while the read model does not exist. */
async function queryAggregates(
  db: Service['db'],
  batch: readonly AggregatesParams[],
  tableBytes: number | null,
): Promise<readonly z.infer<typeof AggregatesRow>[] | null> {
  const query = aggregatesQuery(batch)
  try {
    return await db.any(tableBytes === null ? query : prepared(query, planVariant(tableBytes)))
  } catch (error) {
    if (!isUnbuiltError(error)) throw error
    return null
  }
}

const PARAMETERS = [
  ...(['place', 'own', 'client', 'profile', 'merchant', 'device', 'account', 'at', 'made_at', 'seen_to'] as const),
  ...(['today', 'hour', 'period'] as const),
]
const COLUMNS = [
  ...['int4', 'uuid', 'uuid', 'uuid', 'uuid', 'uuid', 'uuid', 'int8', 'int8', 'int8'],
  ...['int4', 'int4', 'int4'],
]

function columnsOf(params: AggregatesParams, ordinal: number) {
  const { client_id, user_id, transaction_id, merchant, device, account = null, at: made, since } = params
  const at = since?.until ?? made
  return [
    ordinal,
    transaction_id === undefined ? null : transactionKey({ client_id, transaction_id }),
    clientKey(client_id),
    profileStreams.id(client_id, user_id),
    merchant === null ? null : merchantKey(client_id, merchant),
    device === null ? null : deviceKey(client_id, device),
    account === null ? null : accountKey(client_id, account),
    // Positions are below 2^53.
    ...[at, made, Number(since?.position ?? -1)],
    ...[Math.floor(at / DAY_MS), hourOf(at), Math.floor(at / DEVICE_PERIOD_MS)],
  ]
}

function ownShare(column: 'transactions' | 'base_minor', days: number, ago: number) {
  const one = column === 'transactions' ? sql.fragment`1` : sql.fragment`self.entered_base`
  const back = sql.fragment`${HOURS}::integer * (a.today - ${ago}::integer) + a.hour - floor(self.entered_at / ${HOUR_MS}::float8)`
  return sql.fragment`case when self.merchant = a.merchant and ${back} >= 0 and ${back} < ${HOURS * days}::integer then ${one} else 0 end`
}

/** Of the last day up to the transaction's hour, of the first one after it. */
function sum(column: 'transactions' | 'base_minor', days: number, ago = 0) {
  const hours = sql.identifier([column])
  const last = sql.fragment`a.today - ${ago}::integer`
  const upToHour = sql.fragment`${hours}[a.hour + 1]`
  const fullDay = sql.fragment`${hours}[${HOURS}::integer]`
  return sql.fragment`coalesce(sum(case
    when period = ${last} then ${upToHour}
    when period = ${last} - ${days}::integer then ${fullDay} - ${upToHour}
    when period > ${last} - ${days}::integer and period < ${last} then ${fullDay} end), 0) - ${ownShare(column, days, ago)}`
}

const days = sql.fragment`(
  select ${sum('transactions', 1)} as n24h, ${sum('transactions', 7)} as n7d, ${sum('base_minor', 7)} as sum7d,
    ${sum('transactions', 1, DELAY_DAYS)} as delayed_n1d, ${sum('transactions', 7, DELAY_DAYS)} as delayed_n7d,
    ${sum('transactions', 30, DELAY_DAYS)} as delayed_n30d
  from read.fraud_figures
  where about = a.merchant and period between a.today - ${DELAY_DAYS + 30}::integer and a.today)`

const deviceUsers = sql.fragment`(
  select least(count(distinct seen_by), ${DEVICE_USERS_MAX}::bigint) as device_users from (
    select seen_by from read.fraud_figures
    where about = a.device and period > a.period - ${PERIODS}::integer and period <= a.period
      and seen_by <> a.profile and first_seen <= a.at and last_seen > a.at - ${WINDOW_MS_MAX}::bigint
    limit ${PERIODS * (DEVICE_USERS_MAX + 1)}::bigint) as seen)`

/** The limit lets a kept plan, which does not know their number, expect one row instead of ten. */
function parameterRows(batch: readonly AggregatesParams[]) {
  const names = sql.join(
    PARAMETERS.map(name => sql.identifier([name])),
    sql.fragment`, `,
  )
  return sql.fragment`select * from ${sql.unnest(batch.map(columnsOf), COLUMNS)} as a (${names}) limit ${batch.length}`
}

function aggregatesQuery(batch: readonly AggregatesParams[]) {
  return sql.type(AggregatesRow)`
    select (select commit_position::text from ops.checkpoints where name = ${velocityAggregates.name}) as as_of,
      pg_relation_size('read.fraud_figures') as table_bytes, days.*, known.*, device.*, own.*, others.*
    from (${parameterRows(batch)}) as a
    ${selfRow}
    cross join lateral ${days} as days
    cross join lateral ${merchantFrauds} as known
    cross join lateral ${deviceUsers} as device
    cross join lateral ${userFrauds} as own
    cross join lateral ${ruleSignals(smallOnDevice)} as others
    order by a.place`
}

export function toAggregates(
  { merchant }: Pick<AggregatesParams, 'merchant'>,
  row: AggregateValues,
): VelocityAggregates {
  return {
    merchant: merchant === null ? null : toMerchantAggregates(row),
    deviceUsers: row.device_users,
    known: { n: row.own_known, last: row.own_last },
    others: {
      deviceFrauds: { n: row.device_frauds, last: row.device_fraud_last },
      accountFrauds: { n: row.account_frauds, last: row.account_fraud_last },
      smallOnDevice: { n: row.small_on_device, users: row.small_users },
      firstLimit: row.first_limit,
    },
  }
}

function toMerchantAggregates(row: AggregateValues): NonNullable<VelocityAggregates['merchant']> {
  return {
    n24h: row.n24h,
    n7d: row.n7d,
    sum7d: row.sum7d,
    delayed: { n1d: row.delayed_n1d, n7d: row.delayed_n7d, n30d: row.delayed_n30d },
    known: { n1d: row.known_n1d, n7d: row.known_n7d, n30d: row.known_n30d, last: row.known_last },
  }
}

export const EMPTY_ROW: z.infer<typeof AggregatesRow> = {
  ...{ as_of: null, table_bytes: 0, n24h: 0, n7d: 0, sum7d: 0, delayed_n1d: 0, delayed_n7d: 0, delayed_n30d: 0 },
  ...{ known_n1d: 0, known_n7d: 0, known_n30d: 0, known_last: null, device_users: 0, own_known: 0, own_last: null },
  ...{ device_frauds: 0, device_fraud_last: null, account_frauds: 0, account_fraud_last: null },
  ...{ small_on_device: 0, small_users: 0, first_limit: null },
}
