import { sql } from 'slonik'
import { z } from 'zod'
import type { SmsQuota, Tier } from '#domain/auth/clients/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { isUnbuiltError } from '#edge/postgres/read-model-readiness.ts'
import type { Migration } from '#edge/postgres/schema.ts'
import { endOf, month, planOf } from '#edge/rate-limits/plans.ts'
import type { RateLimitVerdict } from '#edge/rate-limits/verdict.ts'
import { Rejection } from '#values/errors.ts'

/** Per UTC calendar month. A charge is keyed by the analysis id, so a repeat is not charged twice. */
export const quotaMigrations: Migration[] = [
  {
    name: 'sms-001-quota',
    statements: [
      sql.unsafe`create table ops.sms_quota (
        client_id text, month date, used bigint not null, primary key (client_id, month))`,
      // Analyses that are not in read.sms_analyses yet. Both tables together have every id that was ever charged.
      sql.unsafe`create table ops.sms_charges (
        analysis_id text collate "C" primary key, client_id text not null, month date not null,
        charged_at timestamptz not null default now())`,
      sql.unsafe`create index on ops.sms_charges (charged_at)`,
      // The row of the month is the lock: a concurrent call sees what the first one charged.
      sql.unsafe`create function ops.sms_charge(client text, of_month date, quota bigint, ids text[],
          out granted boolean, out used_before bigint, out requested bigint) language plpgsql as $$
        declare fresh text[];
        begin
          insert into ops.sms_quota as q (client_id, month, used) values (client, of_month, 0)
          on conflict (client_id, month) do update set used = q.used returning q.used into used_before;
          with charged as (
            insert into ops.sms_charges (analysis_id, client_id, month) select id, client, of_month from unnest(ids) id
            on conflict do nothing returning analysis_id)
          select coalesce(array_agg(analysis_id), '{}') into fresh from charged;
          requested := cardinality(fresh);
          granted := quota is null or used_before + requested <= quota;
          if granted then
            update ops.sms_quota q set used = q.used + requested where q.client_id = client and q.month = of_month;
          else
            delete from ops.sms_charges where analysis_id = any (fresh);
          end if;
        end $$`,
    ],
  },
  {
    name: 'sms-002-charged-again',
    statements: [
      // Renews `charged_at` of a repeated charge, so that maintenance does not release it before its analysis is
      // recorded; and grants a request without new ids even if the quota was lowered below the usage.
      sql.unsafe`create or replace function ops.sms_charge(client text, of_month date, quota bigint, ids text[],
          out granted boolean, out used_before bigint, out requested bigint) language plpgsql as $$
        declare fresh text[];
        begin
          insert into ops.sms_quota as q (client_id, month, used) values (client, of_month, 0)
          on conflict (client_id, month) do update set used = q.used returning q.used into used_before;
          update ops.sms_charges set charged_at = clock_timestamp() where analysis_id = any (ids);
          with charged as (
            insert into ops.sms_charges (analysis_id, client_id, month) select id, client, of_month from unnest(ids) id
            on conflict do nothing returning analysis_id)
          select coalesce(array_agg(analysis_id), '{}') into fresh from charged;
          requested := cardinality(fresh);
          granted := requested = 0 or quota is null or used_before + requested <= quota;
          if granted then
            update ops.sms_quota q set used = q.used + requested where q.client_id = client and q.month = of_month;
          else
            delete from ops.sms_charges where analysis_id = any (fresh);
          end if;
        end $$`,
    ],
  },
]

/** Null = no limit. */
export type MonthlyLimit = number | null

export function monthlyLimitOf(
  { tier, sms_quota }: { tier: Tier; sms_quota: SmsQuota | null },
  tiers: Record<Tier, MonthlyLimit>,
): MonthlyLimit {
  return sms_quota === null ? tiers[tier] : sms_quota.per_month
}

export type ChargeParams = { client_id: string; limit: MonthlyLimit; ids: readonly string[]; now: Date }
/** `used` before the request; `requested` analyses that were not charged before. */
export type ChargeResult = { granted: boolean; used: number; requested: number }

const ChargeRow = z.object({ granted: z.boolean(), used_before: z.coerce.number(), requested: z.coerce.number() })
const QuotaUsageRow = z.object({ used: z.coerce.number(), known: z.array(z.string()) })

/** Charges all of these analyses or none. */
export async function chargeQuota(db: Database, { client_id, limit, ids, now }: ChargeParams): Promise<ChargeResult> {
  const { granted, used_before, requested } = await db.one(sql.type(ChargeRow)`
    select granted, used_before, requested
    from ops.sms_charge(${client_id}, ${monthOf(now)}::date, ${limit}::bigint, ${sql.array(ids, 'text')})`)
  return { granted, used: used_before, requested }
}

/** The usage, and which of these ids were charged or recorded before. The others are new and not in the event store. */
export async function getQuotaUsage(
  db: Database,
  { client_id, ids, now }: Omit<ChargeParams, 'limit'>,
): Promise<{ used: number; isKnown(id: string): boolean }> {
  const requestedIds = sql.array(ids, 'text')
  try {
    const { used, known } = await db.one(sql.type(QuotaUsageRow)`
      select coalesce((select used from ops.sms_quota where client_id = ${client_id} and month = ${monthOf(now)}::date), 0) as used,
        array(select analysis_id from ops.sms_charges where analysis_id = any(${requestedIds})
          union select analysis_id from read.sms_analyses where analysis_id = any(${requestedIds})) as known`)
    const all = new Set(known)
    return { used, isKnown: id => all.has(id) }
  } catch (error) {
    if (!isUnbuiltError(error)) throw error
    const { used } = await chargeQuota(db, { client_id, limit: null, ids: [], now })
    return { used, isKnown: () => true }
  }
}

/** For the rate limit headers; null without a limit. */
export function quotaVerdictOf(limit: MonthlyLimit, used: number, now: Date): RateLimitVerdict | null {
  if (limit === null) return null
  const window = month(limit)
  const nowS = Math.floor(now.getTime() / 1_000)
  const remaining = Math.max(0, limit - used)
  return {
    admitted: remaining > 0,
    window,
    remaining,
    resetS: endOf(window, nowS),
    nowS,
    policy: planOf(window).policy,
  }
}

export function quotaExceededRejection(
  { used, requested }: Omit<ChargeResult, 'granted'>,
  limit: MonthlyLimit,
  now: Date,
): Rejection {
  const nowS = Math.floor(now.getTime() / 1_000)
  const resetS = endOf(month(0), nowS)
  const resets_at = new Date(resetS * 1_000).toISOString()
  return new Rejection(
    'RATE_LIMIT_EXCEEDED',
    { quota: limit, used, requested, resets_at },
    { message: 'The month’s quota of analyses does not allow it.', retryAfterS: Math.max(1, resetS - nowS) },
  )
}

function monthOf(now: Date): string {
  return `${now.toISOString().slice(0, 'YYYY-MM'.length)}-01`
}
