import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { isHeld } from '#edge/postgres/leased-rows.ts'
import { customPlan, prepared } from '#edge/postgres/prepared.ts'
import { addToStatistics, statisticsEntry } from '../statistics.ts'
import { deliveryTable, notBefore } from './claim.ts'
import type { DeliveryOutcome } from './leased-delivery.ts'

/**
 * One statement for deliveries, attempts after the first, statistics, and good and bad days of endpoints. A delivery
 * whose lease was lost stays as it is, and is not counted. Returns the ids of written deliveries.
 */
export async function writeOutcomes(
  db: CommonQueryMethods,
  outcomes: readonly DeliveryOutcome[],
): Promise<Set<string>> {
  const rows = outcomes.map(outcome => {
    const { delivery, state, retryDelayMs, attempts, tries, at, status, durationMs, error, headers, body } = outcome
    return [
      delivery.day,
      delivery.id,
      delivery.lease,
      state,
      retryDelayMs,
      attempts,
      tries,
      at.toISOString(),
      status,
      durationMs,
      error,
      headers === null ? null : JSON.stringify(headers),
      body,
      state !== 'failed' || delivery.test || delivery.manual,
      attempts > delivery.attempts,
      delivery.webhook,
      ...statisticsEntry(outcome),
    ]
  })
  const { failed, succeeded } = endpointDays(outcomes)
  const within = sql.fragment`d.day = o.day and ${notBefore(outcomes.map(({ delivery }) => delivery))}`
  const written = await db.anyFirst(
    prepared(sql.type(z.object({ delivery: z.string() }))`
    with o as (select o.* from ${sql.unnest(rows, [
      'date',
      'uuid',
      'uuid',
      'text',
      'float8',
      'int4',
      'int4',
      'timestamptz',
      'int2',
      'int4',
      'text',
      'jsonb',
      'bytea',
      'bool',
      'bool',
      'uuid',
      'text',
      'int8',
    ])} as o(day, delivery, lease, state, gap_ms, attempts, tries, at, status, duration_ms, error, headers, body, reported, attempted, webhook, entry, bucket_ms),
      ${customPlan}),
    done as (
      update ops.webhook_deliveries d set
        state = o.state, due_at = greatest(case when o.state = 'pending' then d.resume_at end,
          now() + case when o.state = 'pending' and d.resume_at is not null then 0 else o.gap_ms end * interval '1 millisecond'),
        resume_at = null, lease = null, manual = false, attempts = o.attempts, tries = o.tries,
        reported = d.reported and o.reported, finished_at = case when o.state = 'pending' then null else o.at end,
        first_at = case when o.attempted and o.attempts = 1 then o.at else d.first_at end,
        first_status = case when o.attempted and o.attempts = 1 then o.status else d.first_status end,
        first_duration_ms = case when o.attempted and o.attempts = 1 then o.duration_ms else d.first_duration_ms end,
        first_error = case when o.attempted and o.attempts = 1 then o.error else d.first_error end,
        first_headers = case when o.attempted and o.attempts = 1 then o.headers else d.first_headers end,
        first_body = case when o.attempted and o.attempts = 1 then o.body else d.first_body end,
        last_at = case when o.attempted then o.at else d.last_at end,
        last_status = case when o.attempted then o.status else d.last_status end,
        last_error = case when o.attempted then o.error else d.last_error end
      from o where ${isHeld(deliveryTable)} and ${within}
      returning o.*),
    later as (
      insert into ops.webhook_attempts (day, delivery, number, at, status, duration_ms, error, headers, body)
      select day, delivery, attempts, at, status, duration_ms, error, headers, body from done where attempted and attempts > 1
      on conflict do nothing),
    counted as (
      ${addToStatistics}),
    failed as (
      update ops.webhook_endpoints e set failed_days = array_append(e.failed_days, ${today})
      where e.webhook = any(${sql.array(failed, 'uuid')}) and e.status = 'active'
        and e.last_success_day is distinct from ${today} and not ${today} = any(e.failed_days)),
    succeeded as (
      update ops.webhook_endpoints e set failed_days = '{}', last_success_day = ${today}
      where e.webhook = any(${sql.array(succeeded, 'uuid')})
        and (e.last_success_day is distinct from ${today} or cardinality(e.failed_days) > 0))
    select delivery from done`),
  )
  return new Set(written)
}

const today = sql.fragment`(now() at time zone 'UTC')::date`

/** A day with a success is good. Test events, manual attempts and attempts without a request do not count. */
function endpointDays(outcomes: readonly DeliveryOutcome[]) {
  const relevant = outcomes.filter(
    ({ delivery, attempts, error }) =>
      !delivery.test && !delivery.manual && attempts > delivery.attempts && error !== 'endpoint_disabled',
  )
  const succeeded = new Set(relevant.filter(({ error }) => error === null).map(({ delivery }) => delivery.webhook))
  const failed = new Set(relevant.map(({ delivery }) => delivery.webhook).filter(webhook => !succeeded.has(webhook)))
  return { failed: [...failed], succeeded: [...succeeded] }
}
