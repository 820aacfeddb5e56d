import { type FragmentSqlToken, sql } from 'slonik'
import { SMALL_MS } from '#domain/fraud/cross-user-signals.ts'
import { DAY_MS, WINDOW_MS_MAX } from '#domain/fraud/history.ts'
import { isSmall, NO_PROFILE } from '#projections/fraud/aggregate-rows.ts'

/**
 * SQL on the frauds known for each row of `a` at its time `at` (milliseconds), by `merchant`, `device`, `account` and
 * `profile`. `own` is the transaction itself, whose reports do not count. What became known after the transaction's
 * time `made_at` counts only if it was recorded after log position `seen_to`, so that a repeated score for a later `at`
 * adds the new reports and nothing else.
 */

const isSeen = (at: 'known_at' | 'cleared_at') => sql.fragment`${sql.identifier([at])} <= a.at
    and (${sql.identifier([at])} <= a.made_at or reported_in > a.seen_to)`

// Since when a transaction is a fraud: its first valid report that is not older than the last "legitimate" one.
const knownAt = sql.fragment`(
  select min(known_at) as known_at from read.fraud_figures r
  where r.transaction_key = t.about and ${isSeen('known_at')} and (withdrawn_at is null or withdrawn_at > a.at)
    and known_at >= coalesce((
      select max(cleared_at) from read.fraud_figures c
      where c.transaction_key = t.about and ${isSeen('cleared_at')}), known_at))`
const reported = sql.fragment`
  from read.fraud_figures t cross join lateral ${knownAt} k where t.reported_at is not null and t.about is distinct from a.own`
const ofMerchant = sql.fragment`${reported} and t.merchant = a.merchant`
const since = (ms: number) => sql.fragment`count(*) filter (where k.known_at > a.at - ${ms}::bigint)`

// A fraud is known no later than its last report, so this bound on `reported_at` loses neither the longest window nor
// the last known fraud.
export const merchantFrauds = sql.fragment`(
  select ${since(DAY_MS)} as known_n1d, ${since(7 * DAY_MS)} as known_n7d, ${since(WINDOW_MS_MAX)} as known_n30d,
    max(k.known_at) as known_last
  ${ofMerchant} and t.reported_at >= least(a.at - ${WINDOW_MS_MAX}::bigint, (
    select k.known_at ${ofMerchant} and k.known_at is not null order by t.reported_at desc limit 1)))`

export const userFrauds = sql.fragment`(
  select count(k.known_at) as own_known, max(k.known_at) as own_last ${reported} and t.profile = a.profile)`

/** In the longest window. */
const fraudsOfOtherUsers = (column: 'device' | 'account') => sql.fragment`(
  select count(*) as n, max(k.known_at) as last
  ${reported} and ${sql.identifier(['t', column])} = ${sql.identifier(['a', column])} and t.profile <> a.profile
    and t.reported_at > a.at - ${WINDOW_MS_MAX}::bigint and k.known_at > a.at - ${WINDOW_MS_MAX}::bigint)`

export const smallOnDevice = sql.fragment`(
  select count(*) as n, count(distinct t.profile) as users from read.fraud_figures t
  where t.device = a.device and ${isSmall} and t.profile <> a.profile
    and t.entered_at > a.made_at - ${SMALL_MS}::bigint and t.entered_at <= a.made_at)`

/** `self`: the transaction's own row; `small`: a query for `n` small amounts of `users`. */
export const ruleSignals = (small: FragmentSqlToken) => sql.fragment`(
  select of_device.n as device_frauds, of_device.last as device_fraud_last,
    of_account.n as account_frauds, of_account.last as account_fraud_last,
    small.n as small_on_device, small.users as small_users,
    case when self.entered_at is null then (
      select first_limit from read.fraud_figures where about = a.client and period = 0 and seen_by = ${NO_PROFILE}::uuid)
    else self.first_limit end as first_limit
  from ${fraudsOfOtherUsers('device')} as of_device, ${fraudsOfOtherUsers('account')} as of_account, ${small} as small)`

export const selfRow = sql.fragment`
  left join read.fraud_figures self on self.about = a.own and self.period = 0 and self.seen_by = ${NO_PROFILE}::uuid`
