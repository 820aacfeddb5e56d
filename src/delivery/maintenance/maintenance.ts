import { sql } from 'slonik'
import { z } from 'zod'
import type { EndpointCommands } from '#delivery/endpoint-commands.ts'
import type { PublicEventDeclaration } from '#delivery/enqueue/public-event-declaration.ts'
import type { DeliveryLimits } from '#delivery/limits.ts'
import type { DeliveryMetrics } from '#delivery/metrics.ts'
import { DELIVERY_TABLES, ensureQueueDay, queueTime } from '#delivery/queue.ts'
import { addDays, dayOf, dropDaysBefore } from '#edge/postgres/day-partitions.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { isPoisonEvent } from '#subscription/error-classification.ts'
import type { Lease } from '#subscription/leader-election.ts'
import { Rejection } from '#values/errors.ts'
import { cancelDeletedStep } from './cancel-deleted-step.ts'
import { createClockSetBackHandler } from './clock-set-back.ts'
import { recoverStep } from './recover-step.ts'
import { replaySteps } from './replay-steps.ts'

/** Spec: "An endpoint with failures on 7 consecutive days is disabled automatically." */
const FAILED_DAYS_MAX = 7
/** Counting stops here: beyond, the queue is simply long. */
const DEPTH_COUNTED_MAX = 100_000

/** The service acting for a client on its own account. `command` names the act, so that a repeat of it is the same act. */
export function ownContext(clientId: string, command: string, now: Date): Context {
  const id = `delivery:${command}`
  const actor = { sub: 'service', client_id: clientId, role: 'system' }
  return { actor, request_id: id, command_id: id, correlation_id: id, causation_id: null, now }
}

/** What the one active process does beside enqueuing: all of it repeats harmlessly. */
export function createMaintenance(
  service: Service,
  modules: readonly PublicEventDeclaration[],
  { disableWebhook, reportExhausted }: EndpointCommands,
  metrics: DeliveryMetrics,
  limits: DeliveryLimits,
) {
  const isRetentionDue = every(limits.retentionMs)
  const isDepthDue = every(limits.depthMs)

  /** What fails is tried again with the next round, and holds up nothing else: events that nobody can report let days go by all the same. */
  async function tryStep<T>(fallback: T, step: () => Promise<T>): Promise<T> {
    try {
      return await step()
    } catch (error) {
      service.log.warn({ err: error }, 'webhook housekeeping failed')
      return fallback
    }
  }

  /** Answers how long the next round has time. */
  async function runRound(lease: Lease, rescheduleIfSetBack: () => Promise<number>): Promise<number> {
    const { signal } = lease
    const rescheduled = await tryStep(0, rescheduleIfSetBack)
    if (rescheduled > 0)
      service.log.warn(
        { rows: rescheduled },
        "the database's clock was set back: webhooks that it had put off are put off anew",
      )
    await tryStep(undefined, async () => {
      // All of them, before a recovery sends some of them again.
      while (!signal.aborted && (await reportChunk(service, reportExhausted, limits)));
      while (!signal.aborted && (await recoverStep(service, limits, lease)));
    })
    await tryStep(undefined, async () => {
      while (!signal.aborted && (await cancelDeletedStep(service.db, limits)));
    })
    await tryStep(undefined, () => disableFailing(service, disableWebhook))
    if (isRetentionDue()) await tryStep(undefined, () => maintainPartitions(service, limits))
    if (isDepthDue()) await tryStep(undefined, async () => metrics.queueDepth(await countPending(service)))
    const isReplaying = await tryStep(false, () => replaySteps(service, modules, limits, lease))
    return isReplaying ? limits.replayMs : limits.maintenanceMs
  }

  return {
    async run(lease: Lease): Promise<void> {
      const { signal } = lease
      const rescheduleIfSetBack = createClockSetBackHandler(service.db, limits)
      while (!signal.aborted) {
        await pause(await runRound(lease, rescheduleIfSetBack), signal)
      }
      // From here on another process counts.
      metrics.queueDepth(0)
    },
  }
}

/** True at the first call, and then once per so many milliseconds. */
function every(ms: number): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const isTime = performance.now() - last >= ms
    if (isTime) last = performance.now()
    return isTime
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}

const Exhausted = z.object({
  day: z.string(),
  delivery: z.string(),
  webhook: z.string(),
  client_id: z.string(),
  event: z.string(),
  type: z.string(),
  attempts: z.number(),
  last_error: z.string().nullable(),
})

/**
 * Deliveries that used up their attempts become events, and are marked after that; so are those whose stream can't be read, which would come
 * again for ever. False when there are no more.
 */
async function reportChunk(
  service: Service,
  reportExhausted: EndpointCommands['reportExhausted'],
  limits: DeliveryLimits,
): Promise<boolean> {
  const rows = await service.db.any(sql.type(Exhausted)`
    select d.day::text as day, d.delivery, d.webhook, e.client_id, d.event, d.type, d.attempts, d.last_error
    from ops.webhook_deliveries d join ops.webhook_endpoints e using (webhook)
    where not d.reported limit ${limits.reportChunk}`)
  if (rows.length === 0) return false
  await Promise.all(
    rows.map(row => skipUnreadable(service, `dlv_${row.delivery}`, () => reportExhausted(...reportOf(service, row)))),
  )
  // One that has used up more attempts meanwhile, as where this process stood still, comes again.
  const reported = rows.map(({ delivery, attempts }) => [delivery, attempts])
  await service.db.query(sql.unsafe`
    update ops.webhook_deliveries d set reported = true
    from ${sql.unnest(reported, ['uuid', 'int4'])} as told(delivery, attempts)
    where d.delivery = told.delivery and d.attempts = told.attempts and not d.reported`)
  return true
}

function reportOf(service: Service, row: z.infer<typeof Exhausted>): Parameters<EndpointCommands['reportExhausted']> {
  const context = ownContext(row.client_id, `exhausted:${row.delivery}:${row.attempts}`, service.now())
  const data = {
    webhook_id: `wh_${row.webhook}`,
    event_id: `evt_${row.event}`,
    event_type: row.type,
    attempts: row.attempts,
    error_code: row.last_error,
  }
  return [service, context, `dlv_${row.delivery}`, data]
}

/** One stream that is damaged, or of a newer version, keeps nobody else's upkeep from being done. An outage rejects. */
async function skipUnreadable({ log }: Service, id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (err) {
    if (!isPoisonEvent(err)) throw err
    log.error({ id, err }, 'webhook upkeep leaves out what can not be read')
  }
}

const Failing = z.object({
  webhook: z.string(),
  client_id: z.string(),
  revision: z.number(),
  days: z.array(z.string()),
})

/**
 * UTC calendar days. A day counts when it is over, had a failed attempt and no success; a day without attempts neither counts
 * nor resets, a success resets. So the seventh day ends before the endpoint does.
 */
async function disableFailing(service: Service, disableWebhook: EndpointCommands['disableWebhook']): Promise<void> {
  const failing = await service.db.any(sql.type(Failing)`
    select webhook, client_id, revision, days::text[] as days from ops.webhook_endpoints,
      lateral (select array_agg(d order by d) filter (where d < (now() at time zone 'UTC')::date) as days from unnest(failed_days) d) over
    where status = 'active' and cardinality(failed_days) >= ${FAILED_DAYS_MAX} and cardinality(days) >= ${FAILED_DAYS_MAX}`)
  for (const { webhook, client_id, revision, days } of failing) {
    const context = ownContext(client_id, `failing:${webhook}:${days.at(-1)}`, service.now())
    const failure = { reason: 'failing' as const, failed_days: days, failed_revision: revision }
    await skipUnreadable(service, `wh_${webhook}`, () =>
      ignoreDeleted(disableWebhook(service, context, `wh_${webhook}`, failure)),
    )
  }
}

/** An endpoint that was deleted in the meantime needs no disabling. */
export async function ignoreDeleted(disabling: Promise<void>): Promise<void> {
  try {
    await disabling
  } catch (error) {
    if (!(error instanceof Rejection && error.code === 'NOT_FOUND')) throw error
  }
}

/** Today and tomorrow, which are made ahead. */
const DAYS_AHEAD = 2
/** A clock that has jumped makes as many days as one that has not. */
const CLOCK_JUMP_DAYS = 2

/**
 * Makes days ahead and drops those whose time is over. No clock is believed alone: a day is old when this process's clock and
 * the database's both say so, and when as many newer days were lived through, that is, have partitions. So a clock that jumps
 * ahead, even the one that both read on one machine, drops nothing: a jump makes two days, and for two there is room. The
 * price is that two days more are kept, and more where the service was off for days.
 */
async function maintainPartitions(service: Service, limits: DeliveryLimits): Promise<void> {
  const [today = ''] = [dayOf(service.now()), dayOf(await queueTime(service.db))].sort()
  for (const day of [today, addDays(today, 1)]) await ensureQueueDay(service.db, day)
  const dropped = await dropDaysBefore(service.db, DELIVERY_TABLES, {
    oldest: addDays(today, -limits.retentionDays),
    keepNewest: limits.retentionDays + DAYS_AHEAD + CLOCK_JUMP_DAYS,
  })
  if (dropped.length > 0) service.log.info({ dropped }, 'webhook days dropped')
}

async function countPending(service: Service): Promise<number> {
  return service.db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*)::int4 as count from (
      select 1 from ops.webhook_deliveries where state = 'pending' limit ${DEPTH_COUNTED_MAX}) counted`)
}
