import { sql } from 'slonik'
import { z } from 'zod'
import { SMALL_MINOR, SMALL_MS } from '#domain/fraud/cross-user-signals.ts'
import type { VelocityAggregates } from '#domain/fraud/features.ts'
import { HOUR_MS, WINDOW_MS_MAX } from '#domain/fraud/history.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { clientKey, DAY_MS, DEVICE_PERIOD_MS, HOURS, transactionKey } from '#projections/fraud/aggregate-rows.ts'
import type { Service } from '#service.ts'
import { AggregatesRow, DELAY_DAYS, DEVICE_USERS_MAX, PERIODS, toAggregates } from './find-aggregates.ts'
import { merchantFrauds, ruleSignals, selfRow, userFrauds } from './known-frauds.ts'

type BeforeParams = {
  transaction_id: string
  transaction_key: string
  merchant: string | null
  device: string | null
  account: string | null
}

const Row = AggregatesRow.omit({ as_of: true, table_bytes: true }).extend({ transaction_key: z.string() })

/**
 * The aggregates as of the recording of each transaction, in one statement: as `findAggregates`, without the
 * transaction itself and without later ones. The transaction's own hour is counted in the list of transactions up to
 * it, and so are users of its device in the same millisecond. A transaction recorded later with a time hours earlier
 * counts all the same.
 */
export async function findAggregatesBefore(
  { db }: Pick<Service, 'db'>,
  client_id: string,
  params: readonly BeforeParams[],
): Promise<Map<string, VelocityAggregates>> {
  if (params.length === 0) return new Map()
  const byKey = new Map(params.map(one => [one.transaction_key, one]))
  const rows = await rejectIfUnbuilt(db.any(beforeQuery(client_id, params)))
  return new Map(rows.map(row => [row.transaction_key, toAggregates(byKey.get(row.transaction_key)!, row)]))
}

/** In the order of recording, as for the merchant's hour. */
const smallBefore = sql.fragment`(
  select count(*) as n, count(distinct t.profile) as users from read.fraud_transactions t
  where t.device = a.device and t.profile <> a.profile and t.base_minor < ${SMALL_MINOR}::integer
    and t.at > a.at - ${SMALL_MS}::bigint and t.at <= a.at
    and (t.recorded_at, t.at, t.transaction_key) < (a.recorded_at, a.at, a.transaction_key))`

function beforeQuery(client_id: string, params: readonly BeforeParams[]) {
  const keys = params.map(({ transaction_id, transaction_key, device, account }) => [
    ...[transaction_key, transactionKey({ client_id, transaction_id }), device, account],
  ])
  const floored = (ms: number) => sql.fragment`floor(t.at / ${ms}::float8)::integer`
  const fullDay = sql.fragment`[${HOURS}::integer]`
  const toHour = sql.fragment`[a.hour + 1]`
  /** The sum of one of the merchant's days, `ago` days before the transaction's. */
  const day = (column: 'transactions' | 'base_minor', ago: number) =>
    sql.fragment`max(${sql.identifier([column])}) filter (where period = d.today - ${ago}::integer)`
  const days = (column: 'transactions' | 'base_minor', from: number, to: number) =>
    sql.fragment`coalesce(sum(${sql.identifier([column])}${fullDay})
      filter (where period between d.today - ${from}::integer and d.today - ${to}::integer), 0)`
  const upTo = (name: string) => sql.fragment`coalesce(${sql.identifier([name])}${toHour}, 0)`
  const restOfDay = (name: string) =>
    sql.fragment`coalesce(${sql.identifier([name])}${fullDay} - ${sql.identifier([name])}${toHour}, 0)`
  /** Without the transaction's own hour. */
  const before = (name: string) =>
    sql.fragment`case when a.hour = 0 then 0 else coalesce(${sql.identifier([name])}[a.hour], 0) end`
  return sql.type(Row)`
    with a as materialized (
      select t.transaction_key, k.own, ${clientKey(client_id)}::uuid as client, t.profile, t.merchant_key as merchant, k.device,
        k.account, t.at, t.at as made_at, 0::bigint as seen_to, t.recorded_at,
        ${floored(DAY_MS)} as today, ${floored(HOUR_MS)} as hours, ${floored(DEVICE_PERIOD_MS)} as period,
        ${floored(HOUR_MS)} - ${HOURS}::integer * ${floored(DAY_MS)} as hour
      from ${sql.unnest(keys, ['uuid', 'uuid', 'uuid', 'uuid'])} as k (transaction_key, own, device, account)
      join read.fraud_transactions t on t.transaction_key = k.transaction_key),
    own_hour as materialized (
      select t.transaction_key, count(*) over up_to as n, coalesce(sum(t.base_minor) over up_to, 0) as base
      from (select distinct merchant, hours from a where merchant is not null) h join read.fraud_transactions t on t.merchant_key = h.merchant
        and t.at >= h.hours::bigint * ${HOUR_MS}::bigint and t.at < (h.hours + 1)::bigint * ${HOUR_MS}::bigint
      window up_to as (
        partition by t.merchant_key, h.hours order by t.recorded_at, t.at, t.transaction_key
        rows between unbounded preceding and 1 preceding)),
    merchant_days as materialized (
      select d.merchant, d.today,
        ${day('transactions', 0)} as n_0, ${day('transactions', 1)} as n_1, ${day('transactions', 7)} as n_7,
        ${day('transactions', DELAY_DAYS + 1)} as n_8, ${day('transactions', DELAY_DAYS + 7)} as n_14,
        ${day('transactions', DELAY_DAYS + 30)} as n_37, ${day('base_minor', 0)} as base_0, ${day('base_minor', 7)} as base_7,
        ${days('transactions', 6, 1)} as n_to_7, ${days('base_minor', 6, 1)} as base_to_7,
        ${days('transactions', DELAY_DAYS + 6, DELAY_DAYS + 1)} as n_to_14, ${days('transactions', DELAY_DAYS + 29, DELAY_DAYS + 1)} as n_to_37
      from (select distinct merchant, today from a where merchant is not null) as d
      left join read.fraud_figures f on f.about = d.merchant and f.period between d.today - ${DELAY_DAYS + 30}::integer and d.today
      group by d.merchant, d.today)
    select a.transaction_key,
      coalesce(own_hour.n + ${before('n_0')} + ${restOfDay('n_1')}, 0) as n24h,
      coalesce(own_hour.n + ${before('n_0')} + d.n_to_7 + ${restOfDay('n_7')}, 0) as n7d,
      coalesce(own_hour.base + ${before('base_0')} + d.base_to_7 + ${restOfDay('base_7')}, 0) as sum7d,
      coalesce(${upTo('n_7')} + ${restOfDay('n_8')}, 0) as delayed_n1d,
      coalesce(${upTo('n_7')} + d.n_to_14 + ${restOfDay('n_14')}, 0) as delayed_n7d,
      coalesce(${upTo('n_7')} + d.n_to_37 + ${restOfDay('n_37')}, 0) as delayed_n30d,
      known.*, device.*, own.*, others.*
    from a
    ${selfRow}
    left join own_hour on own_hour.transaction_key = a.transaction_key
    left join merchant_days as d on d.merchant = a.merchant and d.today = a.today
    cross join lateral ${merchantFrauds} as known
    cross join lateral (
      select least(count(distinct seen_by), ${DEVICE_USERS_MAX}::bigint) as device_users from (
        (select seen_by from read.fraud_figures
        where about = a.device and period > a.period - ${PERIODS}::integer and period <= a.period
          and seen_by <> a.profile and first_seen < a.at and last_seen > a.at - ${WINDOW_MS_MAX}::bigint
        limit ${PERIODS * (DEVICE_USERS_MAX + 1)}::bigint)
        union all
        select t.profile from read.fraud_transactions t
        where t.device = a.device and t.at = a.at and t.client_id = ${client_id} and t.profile <> a.profile
          and (t.recorded_at, t.transaction_key) < (a.recorded_at, a.transaction_key)) as seen) as device
    cross join lateral ${userFrauds} as own
    cross join lateral ${ruleSignals(smallBefore)} as others`
}
