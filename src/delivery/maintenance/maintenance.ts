import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { z } from 'zod'
import { selectOldestPendingDay } from '#delivery/dispatch/claim.ts'
import type { EndpointCommands } from '#delivery/endpoint-commands.ts'
import type { PublicEventDeclaration } from '#delivery/enqueue/public-event-declaration.ts'
import type { DeliveryLimits } from '#delivery/limits.ts'
import type { DeliveryMetrics } from '#delivery/metrics.ts'
import { DELIVERY_TABLES, ensureQueueDay, queueTime } from '#delivery/queue.ts'
import { deleteStatisticsBefore } from '#delivery/statistics.ts'
import { addDays, dayOf, dropDaysBefore, oldestDay } from '#edge/postgres/day-partitions.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { isPoisonEvent } from '#subscription/error-classification.ts'
import type { Lease } from '#subscription/lease.ts'
import { Rejection } from '#values/errors.ts'
import { cancelDeletedStep } from './cancel-deleted-step.ts'
import { createClockSetBackHandler } from './clock-set-back.ts'
import { recoverStep } from './recover-step.ts'
import { replaySteps } from './replay-steps.ts'

/** Spec: "An endpoint with failures on 7 consecutive days is disabled automatically." */
const FAILED_DAYS_MAX = 7
/** Counting stops here. */
const DEPTH_COUNTED_MAX = 100_000

/** The service acts for a client. `command` identifies the act, so that a repeat is the same one. */
export function ownContext(clientId: string, command: string, now: Date): Context {
  const id = `delivery:${command}`
  const actor = { sub: 'service', client_id: clientId, role: 'system' }
  return { actor, request_id: id, command_id: id, correlation_id: id, causation_id: null, now }
}

/** The work of the leader besides enqueuing. All of it can be repeated. */
export function createMaintenance(
  service: Service,
  modules: readonly PublicEventDeclaration[],
  { disableWebhook, reportExhausted }: EndpointCommands,
  metrics: DeliveryMetrics,
  limits: DeliveryLimits,
) {
  const isRetentionDue = every(limits.retentionMs)
  const isDepthDue = every(limits.depthMs)

  /** A failed step is repeated in the next round and does not stop the other steps. */
  async function tryStep<T>(fallback: T, step: () => Promise<T>): Promise<T> {
    try {
      return await step()
    } catch (error) {
      service.log.warn({ err: error }, 'webhook maintenance failed')
      return fallback
    }
  }

  async function runRound(lease: Lease, rescheduleIfSetBack: () => Promise<number>): Promise<number> {
    const { signal } = lease
    const rescheduled = await tryStep(0, rescheduleIfSetBack)
    if (rescheduled > 0)
      service.log.warn({ rows: rescheduled }, "the database's clock was set back: webhook deliveries were rescheduled")
    const work = await tryStep(ALL_WORK, () => findWork(service.db))
    if (work.unreported || work.recoveries)
      await tryStep(undefined, async () => {
        // All of them, before a recovery sends some again.
        while (!signal.aborted && (await reportChunk(service, reportExhausted, limits)));
        while (!signal.aborted && (await recoverStep(service, limits, lease)));
      })
    if (work.deleted)
      await tryStep(undefined, async () => {
        while (!signal.aborted && (await cancelDeletedStep(service.db, limits)));
      })
    if (work.failing) await tryStep(undefined, () => disableFailing(service, disableWebhook))
    if (isRetentionDue()) await tryStep(undefined, () => maintainPartitions(service, limits))
    if (isDepthDue()) await tryStep(undefined, async () => metrics.queueDepth(await countPending(service)))
    const isReplaying = work.replays && (await tryStep(false, () => replaySteps(service, modules, limits, lease)))
    return isReplaying ? limits.replayMs : limits.maintenanceMs
  }

  return {
    async run(lease: Lease): Promise<void> {
      const { signal } = lease
      const rescheduleIfSetBack = createClockSetBackHandler(service.db, limits)
      while (!signal.aborted) {
        const pauseMs = await runRound(lease, rescheduleIfSetBack)
        await delay(pauseMs, undefined, { signal }).catch(() => undefined)
      }
      // The next leader counts.
      metrics.queueDepth(0)
    },
  }
}

const Work = z.object({
  ...{ unreported: z.boolean(), recoveries: z.boolean(), deleted: z.boolean(), failing: z.boolean() },
  replays: z.boolean(),
})
const ALL_WORK = { unreported: true, recoveries: true, deleted: true, failing: true, replays: true }

/** Which steps have work, by one statement: most rounds have none. The orders are those of the indexes. */
function findWork(db: Service['db']): Promise<z.infer<typeof Work>> {
  return db.one(sql.type(Work)`
    select
      exists (select from (select from ops.webhook_deliveries where not reported order by webhook limit 1) d) as unreported,
      exists (
        select from ops.webhook_recoveries r join ops.webhook_endpoints e using (webhook)
        where r.finished_at is null and e.status <> 'deleted') as recoveries,
      exists (
        select from ops.webhook_endpoints e cross join lateral (
          select from ops.webhook_deliveries d
          where d.webhook = e.webhook and d.state = 'pending' and d.lease is null
            and d.day >= (${selectOldestPendingDay})::date
          order by d.due_at limit 1) d
        where e.status = 'deleted') as deleted,
      exists (
        select from ops.webhook_endpoints
        where status = 'active' and cardinality(failed_days) >= ${FAILED_DAYS_MAX}) as failing,
      exists (
        select from ops.webhook_replays r join ops.webhook_endpoints e using (webhook)
        where r.finished_at is null and e.status = 'active') as replays`)
}

/** True at the first call, and then once per interval. */
function every(ms: number): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const isTime = performance.now() - last >= ms
    if (isTime) last = performance.now()
    return isTime
  }
}

const Exhausted = z.object({
  delivery: z.string(),
  webhook: z.string(),
  client_id: z.string(),
  event: z.string(),
  type: z.string(),
  attempts: z.number(),
  last_error: z.string().nullable(),
})

/** Also marks deliveries of unreadable streams: they would come again for ever. False when there are no more. */
async function reportChunk(
  service: Service,
  reportExhausted: EndpointCommands['reportExhausted'],
  limits: DeliveryLimits,
): Promise<boolean> {
  const rows = await service.db.any(sql.type(Exhausted)`
    select d.delivery, d.webhook, e.client_id, d.event, d.type, d.attempts, d.last_error
    from ops.webhook_deliveries d join ops.webhook_endpoints e using (webhook)
    where not d.reported limit ${limits.reportChunk}`)
  if (rows.length === 0) return false
  const report = ({ delivery, webhook, client_id, event, type, attempts, last_error }: z.infer<typeof Exhausted>) => {
    const context = ownContext(client_id, `exhausted:${delivery}:${attempts}`, service.now())
    const ids = { webhook_id: `wh_${webhook}`, event_id: `evt_${event}` }
    const data = { ...ids, event_type: type, attempts, error_code: last_error }
    const delivery_id = `dlv_${delivery}`
    return skipUnreadable(service, delivery_id, () => reportExhausted(service, context, { delivery_id, data }))
  }
  await Promise.all(rows.map(report))
  // A delivery that was exhausted again in the meantime is reported again.
  const reported = rows.map(({ delivery, attempts }) => [delivery, attempts])
  await service.db.query(sql.unsafe`
    update ops.webhook_deliveries d set reported = true
    from ${sql.unnest(reported, ['uuid', 'int4'])} as r(delivery, attempts)
    where d.delivery = r.delivery and d.attempts = r.attempts and not d.reported`)
  return true
}

/** A stream that is damaged, or of a newer version, must not stop the work on others. Rejects during an outage. */
async function skipUnreadable({ log }: Service, id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (err) {
    if (!isPoisonEvent(err)) throw err
    log.error({ id, err }, 'webhook maintenance skips an unreadable stream')
  }
}

const Failing = z.object({
  webhook: z.string(),
  client_id: z.string(),
  revision: z.number(),
  days: z.array(z.string()),
})

/** A UTC day counts when it is over, with a failed attempt and no success; a success resets the count. */
async function disableFailing(service: Service, disableWebhook: EndpointCommands['disableWebhook']): Promise<void> {
  const failing = await service.db.any(sql.type(Failing)`
    select webhook, client_id, revision, days::text[] as days from ops.webhook_endpoints,
      lateral (select array_agg(d order by d) filter (where d < (now() at time zone 'UTC')::date) as days from unnest(failed_days) d) over
    where status = 'active' and cardinality(failed_days) >= ${FAILED_DAYS_MAX} and cardinality(days) >= ${FAILED_DAYS_MAX}`)
  for (const { webhook, client_id, revision, days } of failing) {
    const context = ownContext(client_id, `failing:${webhook}:${days.at(-1)}`, service.now())
    const failure = { reason: 'failing' as const, failed_days: days, failed_revision: revision }
    await skipUnreadable(service, `wh_${webhook}`, () =>
      ignoreDeleted(disableWebhook(service, context, { webhook_id: `wh_${webhook}`, ...failure })),
    )
  }
}

export async function ignoreDeleted(disabling: Promise<void>): Promise<void> {
  try {
    await disabling
  } catch (error) {
    if (!(error instanceof Rejection && error.code === 'NOT_FOUND')) throw error
  }
}

/** Today and tomorrow. */
const DAYS_AHEAD = 2
/** A clock that jumps ahead creates two days. */
const CLOCK_JUMP_DAYS = 2

/**
 * A day is old when the clocks of this process and of the database both say so, and as many newer partitions exist as
 * the retention has days: a clock that jumps ahead drops nothing, even one that both read. The price: two days more are
 * kept, and more after the service was off for days.
 */
async function maintainPartitions(service: Service, limits: DeliveryLimits): Promise<void> {
  const [today = ''] = [dayOf(service.now()), dayOf(await queueTime(service.db))].sort()
  for (const day of [today, addDays(today, 1)]) await ensureQueueDay(service.db, day)
  const dropped = await dropDaysBefore(service.db, DELIVERY_TABLES, {
    oldest: addDays(today, -limits.retentionDays),
    keepNewest: limits.retentionDays + DAYS_AHEAD + CLOCK_JUMP_DAYS,
  })
  if (dropped.length > 0) service.log.info({ dropped }, 'webhook days dropped')
  // Nothing makes these again. The days that are kept say how late it is at most, where a clock jumped ahead.
  const oldestKept = (await oldestDay(service.db, DELIVERY_TABLES[0])) ?? today
  const [cut = ''] = [today, addDays(oldestKept, limits.retentionDays)].sort()
  await deleteStatisticsBefore(service.db, addDays(cut, -limits.statisticsDays))
}

async function countPending(service: Service): Promise<number> {
  return service.db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*)::int4 as count from (
      select 1 from ops.webhook_deliveries where state = 'pending' limit ${DEPTH_COUNTED_MAX}) counted`)
}
