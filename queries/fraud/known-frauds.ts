import { sql } from 'slonik'
import { DAY_MS, KEPT_MS } from '#domain/fraud/history.ts'

/**
 * What had become known of frauds by the time of each row of `a`: `at` in milliseconds, `merchant`, `profile`, and `own`, the transaction that is
 * left out, as a score says nothing that was said of the transaction itself.
 */

// Since when a reported transaction is a fraud by what stood at the time: the first of its reports that stand, none of them older than one that
// says that it was none.
const knownAt = sql.fragment`(
  select min(known_at) as known_at from read.fraud_figures r
  where r.transaction_key = t.about and known_at <= a.at and (withdrawn_at is null or withdrawn_at > a.at)
    and known_at >= coalesce((
      select max(cleared_at) from read.fraud_figures c
      where c.transaction_key = t.about and c.cleared_at <= a.at), known_at))`
const reported = sql.fragment`
  from read.fraud_figures t cross join lateral ${knownAt} k where t.reported_at is not null and t.about is distinct from a.own`
const ofMerchant = sql.fragment`${reported} and t.merchant = a.merchant`
const since = (ms: number) => sql.fragment`count(*) filter (where k.known_at > a.at - ${ms}::bigint)`

// No fraud is known later than its last report. So what is known in the longest window, and what is known last, is among what was reported
// since the window began, or since the fraud became known whose report is the last.
export const knownOfMerchant = sql.fragment`(
  select ${since(DAY_MS)} as known_n1d, ${since(7 * DAY_MS)} as known_n7d, ${since(KEPT_MS)} as known_n30d,
    max(k.known_at) as known_last
  ${ofMerchant} and t.reported_at >= least(a.at - ${KEPT_MS}::bigint, (
    select k.known_at ${ofMerchant} and k.known_at is not null order by t.reported_at desc limit 1)))`

export const knownOfUser = sql.fragment`(
  select count(k.known_at) as own_known, max(k.known_at) as own_last ${reported} and t.profile = a.profile)`
