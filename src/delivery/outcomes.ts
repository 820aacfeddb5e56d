import { sql } from 'slonik'
import { z } from 'zod'
import { dayOf } from '#edge/postgres/day-partitions.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { notBefore } from './claim.ts'
import type { Outcome } from './row.ts'

/**
 * Writes a batch of outcomes in one statement: the deliveries, the attempts after the first, and what the days of the
 * endpoints come to. A row whose lease was lost to another process is left as it is. Answers with the deliveries written.
 */
export async function writeOutcomes(db: Database, outcomes: readonly Outcome[]): Promise<Set<string>> {
  const rows = outcomes.map(outcome => {
    const { row, state, dueAt, attempts, tries, at, status, durationMs, error, headers, body } = outcome
    return [
      row.day,
      row.delivery,
      row.lease,
      state,
      dueAt.toISOString(),
      attempts,
      tries,
      at.toISOString(),
      status,
      durationMs,
      error,
      headers === null ? null : JSON.stringify(headers),
      body,
      state !== 'failed' || row.test || row.manual,
      attempts > row.attempts,
    ]
  })
  const { failed, succeeded } = days(outcomes)
  const written = await db.anyFirst(sql.type(z.object({ delivery: z.string() }))`
    with o as (select * from ${sql.unnest(rows, [
      'date',
      'uuid',
      'uuid',
      'text',
      'timestamptz',
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
    ])} as o(day, delivery, lease, state, due_at, attempts, tries, at, status, duration_ms, error, headers, body, reported, attempted)),
    done as (
      update ops.webhook_deliveries d set
        state = o.state, due_at = case when o.state = 'pending' then greatest(coalesce(d.resume_at, o.due_at), o.at) else o.due_at end,
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
      from o where d.delivery = o.delivery and d.day = o.day and d.lease = o.lease and ${notBefore(outcomes.map(({ row }) => row))}
      returning o.*),
    later as (
      insert into ops.webhook_attempts (day, delivery, number, at, status, duration_ms, error, headers, body)
      select day, delivery, attempts, at, status, duration_ms, error, headers, body from done where attempted and attempts > 1
      on conflict do nothing),
    failed as (
      update ops.webhook_endpoints e set failed_days = array_append(e.failed_days, f.day)
      from ${sql.unnest(failed, ['uuid', 'date'])} as f(webhook, day)
      where e.webhook = f.webhook and e.status = 'active' and e.last_success_day is distinct from f.day
        and not f.day = any(e.failed_days)),
    succeeded as (
      update ops.webhook_endpoints e set failed_days = '{}', last_success_day = s.day
      from ${sql.unnest(succeeded, ['uuid', 'date'])} as s(webhook, day)
      where e.webhook = s.webhook and (e.last_success_day is distinct from s.day or cardinality(e.failed_days) > 0))
    select delivery from done`)
  return new Set(written)
}

/**
 * Per endpoint, the days of this batch: a day with a success is a good day whatever else happened; test events and manual
 * retries count for nothing, nor does an endpoint that was not asked.
 */
function days(outcomes: readonly Outcome[]) {
  const counted = outcomes.filter(
    ({ row, attempts, error }) => !row.test && !row.manual && attempts > row.attempts && error !== 'endpoint_disabled',
  )
  const key = ({ row, at }: Outcome) => `${row.webhook}/${dayOf(at)}`
  const good = new Set(counted.filter(outcome => outcome.error === null).map(key))
  const bad = new Set(counted.map(key).filter(pair => !good.has(pair)))
  // One row per endpoint and statement: of two days in one batch (midnight) the later one is kept.
  const pairs = (keys: Set<string>) => [...new Map([...keys].sort().map(pair => pair.split('/') as [string, string]))]
  return { failed: pairs(bad), succeeded: pairs(good) }
}
