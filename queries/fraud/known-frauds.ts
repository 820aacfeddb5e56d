import { type FragmentSqlToken, sql } from 'slonik'
import { SMALL_MS } from '#domain/fraud/cross-user-signals.ts'
import { DAY_MS, WINDOW_MS_MAX } from '#domain/fraud/history.ts'
import { isSmall, NO_PROFILE } from '#projections/fraud/velocity-aggregates.ts'

/**
 * What had become known of frauds by the time of each row of `a`: `at` in milliseconds, `merchant`, `device`,
 * `account`, `profile`, and `own`, the transaction that is left out: a score contains no report about the transaction
 * itself. What became known after `made_at`, the transaction's own time, counts only if it came into the
 * log behind `seen_to`: so a score that is made again for a later `at` adds what came in since, and nothing else.
 */

const isSeen = (at: 'known_at' | 'cleared_at') => sql.fragment`${sql.identifier([at])} <= a.at
    and (${sql.identifier([at])} <= a.made_at or reported_in > a.seen_to)`

// Since when a reported transaction is a fraud by what stood at the time: the first of its reports that stand, none of them older than one that
// says that it was none.
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

// No fraud is known later than its last report. So what is known in the longest window, and what is known last, is among what was reported
// since the window began, or since the fraud became known whose report is the last.
export const merchantFrauds = sql.fragment`(
  select ${since(DAY_MS)} as known_n1d, ${since(7 * DAY_MS)} as known_n7d, ${since(WINDOW_MS_MAX)} as known_n30d,
    max(k.known_at) as known_last
  ${ofMerchant} and t.reported_at >= least(a.at - ${WINDOW_MS_MAX}::bigint, (
    select k.known_at ${ofMerchant} and k.known_at is not null order by t.reported_at desc limit 1)))`

export const userFrauds = sql.fragment`(
  select count(k.known_at) as own_known, max(k.known_at) as own_last ${reported} and t.profile = a.profile)`

/** In the longest window, of other users. */
const fraudsOfOtherUsers = (column: 'device' | 'account') => sql.fragment`(
  select count(*) as n, max(k.known_at) as last
  ${reported} and ${sql.identifier(['t', column])} = ${sql.identifier(['a', column])} and t.profile <> a.profile
    and t.reported_at > a.at - ${WINDOW_MS_MAX}::bigint and k.known_at > a.at - ${WINDOW_MS_MAX}::bigint)`

/** Small amounts of other users on the device. */
export const smallOnDevice = sql.fragment`(
  select count(*) as n, count(distinct t.profile) as users from read.fraud_figures t
  where t.device = a.device and ${isSmall} and t.profile <> a.profile
    and t.entered_at > a.made_at - ${SMALL_MS}::bigint and t.entered_at <= a.made_at)`

/**
 * What only rules look at. `self` is the row of the transaction itself, `small` what counts `n` small amounts of
 * `users`.
 */
export const ruleSignals = (small: FragmentSqlToken) => sql.fragment`(
  select of_device.n as device_frauds, of_device.last as device_fraud_last,
    of_account.n as account_frauds, of_account.last as account_fraud_last,
    small.n as small_on_device, small.users as small_users,
    case when self.entered_at is null then (
      select first_limit from read.fraud_figures where about = a.client and period = 0 and seen_by = ${NO_PROFILE}::uuid)
    else self.first_limit end as first_limit
  from ${fraudsOfOtherUsers('device')} as of_device, ${fraudsOfOtherUsers('account')} as of_account, ${small} as small)`

/** The row of the transaction itself, once its profile has it. */
export const selfRow = sql.fragment`
  left join read.fraud_figures self on self.about = a.own and self.period = 0 and self.seen_by = ${NO_PROFILE}::uuid`
