import { sql } from 'slonik'
import { z } from 'zod'
import type { Around } from '#domain/fraud/features.ts'
import { KEPT_MS } from '#domain/fraud/history.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { isUnbuilt } from '#edge/postgres/when-built.ts'
import {
  DAY_MS,
  DEVICE_PERIOD_MS,
  deviceKey,
  fraudFigures,
  HOURS,
  hourOf,
  merchantKey,
  transactionKey,
} from '#projections/fraud/figures.ts'
import type { Service } from '#service.ts'

/**
 * `merchant` and `device` as the profile's events have them; `at`: the transaction's own time, milliseconds. What is known of the transaction
 * that `transaction_id` names is left out: a score says nothing that was said of the transaction itself.
 */
type Asked = {
  client_id: string
  user_id: string
  transaction_id?: string
  merchant: string | null
  device: string | null
  at: number
}

/** `as_of`: the place in the log up to which the figures go, neither less far nor further; null = nothing of it is known yet. */
type FiguresAround = { around: Around; as_of: string | null }

/** Days: frauds become known late, and what they are compared with is as old. */
export const DELAY = 7

/** A device that more users share is a public one, and how many they are tells nothing more. Keeps the question short. */
export const DEVICE_USERS_MAX = 1_000
/** In which a window of 30 days lies. */
export const PERIODS = 2

export const FigureRow = z.object({
  as_of: z.string().nullable(),
  n24h: z.int(),
  n7d: z.int(),
  sum7d: z.number(),
  delayed_n1d: z.int(),
  delayed_n7d: z.int(),
  delayed_n30d: z.int(),
  known_n1d: z.int(),
  known_n7d: z.int(),
  known_n30d: z.int(),
  known_last: z.int().nullable(),
  device_users: z.int(),
  own_known: z.int(),
  own_last: z.int().nullable(),
})

type Figures = Omit<z.infer<typeof FigureRow>, 'as_of'>

/**
 * What is known of a transaction's merchant, device and user as of its time, in one statement: the figures and the place of the log that they
 * are of are from one snapshot. While the read model is built for the first time nothing is known, which keeps no transaction waiting.
 */
export async function figuresAround({ db }: Pick<Service, 'db'>, asked: Asked): Promise<FiguresAround> {
  try {
    const row = await db.one({ ...questionOf(asked), name: 'figures-around' })
    return { around: aroundOf(asked, row), as_of: row.as_of }
  } catch (error) {
    if (!isUnbuilt(error)) throw error
    return { around: aroundOf(asked, NOTHING), as_of: null }
  }
}

function questionOf({ client_id, user_id, transaction_id, at, ...asked }: Asked) {
  const profile = profileStreams.id(client_id, user_id)
  const merchant = asked.merchant === null ? null : merchantKey(client_id, asked.merchant)
  const device = asked.device === null ? null : deviceKey(client_id, asked.device)
  const today = Math.floor(at / DAY_MS)
  const period = Math.floor(at / DEVICE_PERIOD_MS)
  /** Of so many days that end with the asked hour, so many days ago: of the last day up to that hour, of the first one what is behind it. */
  const sum = (column: 'transactions' | 'base_minor', days: number, ago = 0) => {
    const last = today - ago
    const hours = sql.identifier([column])
    const upToHour = sql.fragment`${hours}[${hourOf(at) + 1}::integer]`
    const whole = sql.fragment`${hours}[${HOURS}::integer]`
    return sql.fragment`coalesce(sum(case
      when period = ${last}::integer then ${upToHour}
      when period = ${last - days}::integer then ${whole} - ${upToHour}
      when period > ${last - days}::integer and period < ${last}::integer then ${whole} end), 0)`
  }
  const own = transaction_id === undefined ? null : transactionKey({ client_id, transaction_id })
  const other = sql.fragment`t.about is distinct from ${own}::uuid`
  // Since when a reported transaction is a fraud by what stood at the time: the first of its reports that stand, none of them older than one that
  // says that it was none.
  const knownAt = sql.fragment`(
    select min(known_at) as known_at from read.fraud_figures r
    where r.transaction_key = t.about and known_at <= ${at}::bigint and (withdrawn_at is null or withdrawn_at > ${at}::bigint)
      and known_at >= coalesce((
        select max(cleared_at) from read.fraud_figures c
        where c.transaction_key = t.about and c.cleared_at <= ${at}::bigint), known_at))`
  const since = (ms: number) => sql.fragment`count(*) filter (where k.known_at > ${at - ms}::bigint)`
  // No fraud is known later than its last report. So what is known in the longest window, and what is known last, is among what was reported
  // since the window began, or since the fraud became known whose report is the last.
  const ofMerchant = sql.fragment`
    from read.fraud_figures t cross join lateral ${knownAt} k where t.merchant = ${merchant}::uuid and t.reported_at is not null
      and ${other}`
  return sql.type(FigureRow)`
    select (select commit_position::text from ops.checkpoints where name = ${fraudFigures.name}) as as_of,
      days.*, known.*, device.*, own.*
    from (
      select ${sum('transactions', 1)} as n24h, ${sum('transactions', 7)} as n7d, ${sum('base_minor', 7)} as sum7d,
        ${sum('transactions', 1, DELAY)} as delayed_n1d, ${sum('transactions', 7, DELAY)} as delayed_n7d,
        ${sum('transactions', 30, DELAY)} as delayed_n30d
      from read.fraud_figures
      where about = ${merchant}::uuid and period between ${today - DELAY - 30}::integer and ${today}::integer) as days
    cross join (
      select ${since(DAY_MS)} as known_n1d, ${since(7 * DAY_MS)} as known_n7d, ${since(KEPT_MS)} as known_n30d,
        max(k.known_at) as known_last
      ${ofMerchant} and t.reported_at >= least(${at - KEPT_MS}::bigint, (
        select k.known_at ${ofMerchant} and k.known_at is not null order by t.reported_at desc limit 1))) as known
    cross join (
      select least(count(distinct seen_by), ${DEVICE_USERS_MAX}::bigint) as device_users from (
        select seen_by from read.fraud_figures
        where about = ${device}::uuid and period > ${period - PERIODS}::integer and period <= ${period}::integer
          and seen_by <> ${profile}::uuid and first_seen <= ${at}::bigint and last_seen > ${at - KEPT_MS}::bigint
        limit ${PERIODS * (DEVICE_USERS_MAX + 1)}::bigint) as seen) as device
    cross join (
      select count(k.known_at) as own_known, max(k.known_at) as own_last
      from read.fraud_figures t cross join lateral ${knownAt} k
      where t.profile = ${profile}::uuid and t.reported_at is not null and ${other}) as own`
}

export function aroundOf({ merchant }: Pick<Asked, 'merchant'>, row: Figures): Around {
  return {
    merchant: merchant === null ? null : merchantFigures(row),
    deviceUsers: row.device_users,
    known: { n: row.own_known, last: row.own_last },
  }
}

function merchantFigures(row: Figures): NonNullable<Around['merchant']> {
  return {
    n24h: row.n24h,
    n7d: row.n7d,
    sum7d: row.sum7d,
    delayed: { n1d: row.delayed_n1d, n7d: row.delayed_n7d, n30d: row.delayed_n30d },
    known: { n1d: row.known_n1d, n7d: row.known_n7d, n30d: row.known_n30d, last: row.known_last },
  }
}

export const NOTHING: z.infer<typeof FigureRow> = {
  ...{ as_of: null, n24h: 0, n7d: 0, sum7d: 0, delayed_n1d: 0, delayed_n7d: 0, delayed_n30d: 0 },
  ...{ known_n1d: 0, known_n7d: 0, known_n30d: 0, known_last: null, device_users: 0, own_known: 0, own_last: null },
}
