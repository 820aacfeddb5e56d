import { sql } from 'slonik'
import { z } from 'zod'
import type { Around } from '#domain/fraud/features.ts'
import { DAY_MS, KEPT_MS } from '#domain/fraud/history.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { isUnbuilt } from '#edge/postgres/when-built.ts'
import { DEVICE_PERIOD_MS, deviceKey, fraudFigures, HOUR_MS, merchantKey } from '#projections/fraud/figures.ts'
import type { Service } from '#service.ts'

/** `merchant` and `device` as the profile's events have them; `at`: the transaction's own time, milliseconds. */
type Asked = {
  client_id: string
  user_id: string
  merchant: string | null
  device: string | null
  at: number
}

/** `as_of`: the place in the log up to which the figures go, neither less far nor further; null = nothing of it is known yet. */
type FiguresAround = { around: Around; as_of: string | null }

const H24 = 24
const D7 = 7 * H24
const D30 = 30 * H24
/** Frauds become known late: what they are compared with is as old. */
const DELAY = D7

/** A device that more users share is a public one, and how many they are tells nothing more. Keeps the question short. */
const DEVICE_USERS_MAX = 1_000
/** In which a window of 30 days lies. */
const PERIODS = 2

const Row = z.object({
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

function questionOf({ client_id, user_id, at, ...asked }: Asked) {
  const profile = profileStreams.id(client_id, user_id)
  const merchant = asked.merchant === null ? null : merchantKey(client_id, asked.merchant)
  const device = asked.device === null ? null : deviceKey(client_id, asked.device)
  const hour = Math.floor(at / HOUR_MS)
  const period = Math.floor(at / DEVICE_PERIOD_MS)
  const inHours = (first: number, until = hour) =>
    sql.fragment`period > ${first}::integer and period <= ${until}::integer`
  const before = (hours: number) => inHours(hour - DELAY - hours, hour - DELAY)
  const count = (which: ReturnType<typeof inHours>) =>
    sql.fragment`coalesce(sum(transactions) filter (where ${which}), 0)`
  // Since when a reported transaction is a fraud by what stood at the time: the first of its reports that stand.
  const knownAt = sql.fragment`(
    select min(known_at) as known_at from read.fraud_figures r
    where r.transaction_key = t.about and known_at <= ${at}::bigint and (withdrawn_at is null or withdrawn_at > ${at}::bigint))`
  const since = (ms: number) => sql.fragment`count(*) filter (where k.known_at > ${at - ms}::bigint)`
  const ofMerchant = sql.fragment`
    from read.fraud_figures t cross join lateral ${knownAt} k where t.merchant = ${merchant}::uuid and t.reported_at is not null`
  return sql.type(Row)`
    select (select commit_position::text from ops.checkpoints where name = ${fraudFigures.name}) as as_of,
      hours.*, known.*, device.*, own.*
    from (
      select ${count(inHours(hour - H24))} as n24h, ${count(inHours(hour - D7))} as n7d,
        coalesce(sum(base_minor) filter (where ${inHours(hour - D7)}), 0) as sum7d,
        ${count(before(H24))} as delayed_n1d, ${count(before(D7))} as delayed_n7d, ${count(before(D30))} as delayed_n30d
      from read.fraud_figures where about = ${merchant}::uuid and ${inHours(hour - DELAY - D30)}) as hours
    cross join (
      -- No report is known later than the last one of its transaction. So whatever is known later than the fraud that was reported last, or in
      -- the longest window, was reported later too.
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
      where t.profile = ${profile}::uuid and t.reported_at is not null) as own`
}

function aroundOf({ merchant }: Asked, row: z.infer<typeof Row>): Around {
  return {
    merchant: merchant === null ? null : merchantFigures(row),
    deviceUsers: row.device_users,
    known: { n: row.own_known, last: row.own_last },
  }
}

function merchantFigures(row: z.infer<typeof Row>): NonNullable<Around['merchant']> {
  return {
    n24h: row.n24h,
    n7d: row.n7d,
    sum7d: row.sum7d,
    delayed: { n1d: row.delayed_n1d, n7d: row.delayed_n7d, n30d: row.delayed_n30d },
    known: { n1d: row.known_n1d, n7d: row.known_n7d, n30d: row.known_n30d, last: row.known_last },
  }
}

const NOTHING: z.infer<typeof Row> = {
  ...{ as_of: null, n24h: 0, n7d: 0, sum7d: 0, delayed_n1d: 0, delayed_n7d: 0, delayed_n30d: 0 },
  ...{ known_n1d: 0, known_n7d: 0, known_n30d: 0, known_last: null, device_users: 0, own_known: 0, own_last: null },
}
