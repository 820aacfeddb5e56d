import { sql } from 'slonik'
import { z } from 'zod'
import type { Around } from '#domain/fraud/features.ts'
import { HOUR_MS, KEPT_MS } from '#domain/fraud/history.ts'
import { isUnbuilt } from '#edge/postgres/when-built.ts'
import { DAY_MS, DEVICE_PERIOD_MS, deviceKey, HOURS, hourOf, transactionKey } from '#projections/fraud/figures.ts'
import type { Service } from '#service.ts'
import { aroundOf, DELAY, DEVICE_USERS_MAX, FigureRow, NOTHING, PERIODS } from './figures-around.ts'
import { knownOfMerchant, knownOfUser } from './known-frauds.ts'

/** A transaction that is listed, `device` being its digest. */
export type AskedBefore = {
  transaction_id: string
  transaction_key: string
  profile: string
  merchant_key: string | null
  device: string | null
  at: number
  recorded_at: number
}

const Row = FigureRow.omit({ as_of: true }).extend({ transaction_key: z.string() })

/**
 * What was known across users when each of a client's transactions was made, in one statement: the same figures as `figuresAround`, without
 * the transaction itself and what came after it. That is only in the figures of its own hour, and so the hour is counted in the list of transactions
 * up to it; likewise users of its device at the very same millisecond.
 */
export async function figuresBefore(
  { db }: Pick<Service, 'db'>,
  client_id: string,
  asked: readonly AskedBefore[],
): Promise<Map<string, Around>> {
  const byKey = new Map(asked.map(one => [one.transaction_key, one]))
  if (asked.length === 0) return new Map()
  try {
    const rows = await db.any(questionOf(client_id, asked))
    return new Map(rows.map(row => [row.transaction_key, aroundOf(isWith(byKey.get(row.transaction_key)), row)]))
  } catch (error) {
    if (!isUnbuilt(error)) throw error
    return new Map(asked.map(one => [one.transaction_key, aroundOf(isWith(one), NOTHING)]))
  }
}

function isWith(one: AskedBefore | undefined): { merchant: string | null } {
  return { merchant: one?.merchant_key ?? null }
}

function questionOf(client_id: string, asked: readonly AskedBefore[]) {
  const columns = ['uuid', 'uuid', 'uuid', 'uuid', 'text', 'uuid', 'int8', 'int8', 'int4', 'int4', 'int4', 'int8']
  const rows = asked.map(({ transaction_id, transaction_key, profile, merchant_key, device, at, recorded_at }) => [
    ...[
      transaction_key,
      transactionKey({ client_id, transaction_id }),
      profile,
      merchant_key,
      device,
      device === null ? null : deviceKey(client_id, device),
    ],
    ...[at, recorded_at, Math.floor(at / DAY_MS), hourOf(at), Math.floor(at / DEVICE_PERIOD_MS)],
    Math.floor(at / HOUR_MS) * HOUR_MS,
  ])
  /** Up to the hour before the asked one where the window ends with it, and otherwise as `figuresAround` does. */
  const sum = (column: 'transactions' | 'base_minor', days: number, ago = 0) => {
    const hours = sql.identifier([column])
    const last = sql.fragment`a.today - ${ago}::integer`
    const upTo =
      ago === 0
        ? sql.fragment`case when a.hour = 0 then 0 else ${hours}[a.hour] end`
        : sql.fragment`${hours}[a.hour + 1]`
    return sql.fragment`coalesce(sum(case
      when period = ${last} then ${upTo}
      when period = ${last} - ${days}::integer then ${hours}[${HOURS}::integer] - ${hours}[a.hour + 1]
      when period > ${last} - ${days}::integer and period < ${last} then ${hours}[${HOURS}::integer] end), 0)`
  }
  return sql.type(Row)`
    with a as materialized (
      select * from ${sql.unnest(rows, columns)}
        as a (transaction_key, own, profile, merchant, device, device_key, at, recorded_at, today, hour, period, hour_start)),
    own_hour as (
      select t.transaction_key, count(*) over up_to as n, sum(t.base_minor) over up_to as base
      from (select distinct merchant, hour_start from a where merchant is not null) as h
      join read.fraud_transactions t on t.merchant_key = h.merchant and t.at >= h.hour_start and t.at < h.hour_start + ${HOUR_MS}::bigint
      window up_to as (
        partition by t.merchant_key, h.hour_start order by t.at, t.recorded_at, t.transaction_key
        rows between unbounded preceding and 1 preceding)),
    days as (
      select a.merchant, a.today, a.hour,
        ${sum('transactions', 1)} as n24h, ${sum('transactions', 7)} as n7d, ${sum('base_minor', 7)} as sum7d,
        ${sum('transactions', 1, DELAY)} as delayed_n1d, ${sum('transactions', 7, DELAY)} as delayed_n7d,
        ${sum('transactions', 30, DELAY)} as delayed_n30d
      from (select distinct merchant, today, hour from a where merchant is not null) as a
      left join read.fraud_figures f on f.about = a.merchant
        and f.period between a.today - ${DELAY + 30}::integer and a.today
      group by a.merchant, a.today, a.hour)
    select a.transaction_key,
      coalesce(days.n24h, 0) + coalesce(own_hour.n, 0) as n24h, coalesce(days.n7d, 0) + coalesce(own_hour.n, 0) as n7d,
      coalesce(days.sum7d, 0) + coalesce(own_hour.base, 0) as sum7d,
      coalesce(days.delayed_n1d, 0) as delayed_n1d, coalesce(days.delayed_n7d, 0) as delayed_n7d,
      coalesce(days.delayed_n30d, 0) as delayed_n30d,
      known.*, device.*, own.*
    from a
    left join own_hour on own_hour.transaction_key = a.transaction_key
    left join days on days.merchant = a.merchant and days.today = a.today and days.hour = a.hour
    cross join lateral ${knownOfMerchant} as known
    cross join lateral (
      select least(count(distinct seen_by), ${DEVICE_USERS_MAX}::bigint) as device_users from (
        (select seen_by from read.fraud_figures
        where about = a.device_key and period > a.period - ${PERIODS}::integer and period <= a.period
          and seen_by <> a.profile and first_seen < a.at and last_seen > a.at - ${KEPT_MS}::bigint
        limit ${PERIODS * (DEVICE_USERS_MAX + 1)}::bigint)
        union all
        select t.profile from read.fraud_transactions t
        where t.device = a.device and t.at = a.at and t.client_id = ${client_id} and t.profile <> a.profile
          and (t.recorded_at, t.transaction_key) < (a.recorded_at, a.transaction_key)) as seen) as device
    cross join lateral ${knownOfUser} as own`
}
