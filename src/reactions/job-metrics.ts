import { Counter, Gauge } from 'prom-client'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import type { ReactionParts } from './reaction.ts'
import { startInterval } from './start-interval.ts'

const POLL_MS = 5_000
/** So many failures in a row take about two minutes. */
const STUCK_FAILURES = 9

/**
 * A queue stands still when the work that is due longest has been the same for so long. A backlog is worked off in the
 * order in which it is due.
 */
const STALLED_MS = 30_000

/** `oldest` identifies the work that is due longest: when it was due, and how much was due at that moment. */
const QueueRow = z.object({
  ...{ queue: z.string(), lag_ms: z.number(), oldest: z.string(), rows: z.number(), stuck: z.number() },
})
/** `sinceMs`: when the oldest was seen for the first time, `seenMs`: for the last time. */
type SeenQueue = z.infer<typeof QueueRow> & { sinceMs: number; seenMs: number }
const ParkedRow = z.object({ follower: z.string(), events: z.number() })

export type JobMetrics = {
  failure(): void
  /** How long the work that is due longest has been waiting, milliseconds. */
  lagMs(): number
  /** Queues whose work waits for longer than it may, and of which none is done. */
  lateQueues(): string[]
  /** What an operator should look at, although nobody else has to wait for it. */
  notes(): string[]
  stop(): Promise<void>
}

/** What can be seen of due work and of what was set aside: a counter of failures, and gauges looked up every few seconds. */
export function startJobMetrics(
  { metrics, db, log }: Pick<Service, 'metrics' | 'db' | 'log'>,
  modules: ReactionParts[],
  { lookMs: pollMs = POLL_MS, stalledMs = STALLED_MS } = {},
): JobMetrics {
  const queues = modules.flatMap(module => module.queues)
  const registers = [metrics]
  const gauge = (name: string, help: string, label: string) => new Gauge({ name, help, labelNames: [label], registers })
  const failures = new Counter({
    name: 'reaction_failures_total',
    help: 'Steps of due work that failed and will be repeated',
    registers,
  })
  const lag = gauge('reaction_due_lag_seconds', 'How long the work that is due longest has been waiting', 'queue')
  const rows = gauge('reaction_due_rows', 'Subjects that something is owed to', 'queue')
  const stuck = gauge('reaction_stuck_rows', `Subjects whose step failed ${STUCK_FAILURES} times in a row`, 'queue')
  const parkedGauge = gauge('events_set_aside', 'Events that a reaction or the webhooks could not take', 'follower')
  let seen = new Map<string, SeenQueue>()
  let parked = new Map<string, number>()
  let moduleNotes: string[] = []

  async function poll() {
    const found = await db.any(sql.type(QueueRow)`
      select queue, count(*) as rows, count(*) filter (where failures >= ${STUCK_FAILURES}) as stuck,
        greatest(extract(epoch from clock_timestamp() - min(due_at)) * 1000, 0)::float8 as lag_ms,
        concat(extract(epoch from min(due_at)), ' ', (
          select count(*) from ops.due_work same where same.queue = d.queue and same.due_at = min(d.due_at))) as oldest
      from ops.due_work d where due_at < 'infinity' group by queue`)
    const before = seen
    const seenMs = performance.now()
    const sinceMs = ({ queue, oldest }: z.infer<typeof QueueRow>) => {
      const known = before.get(queue)
      return known?.oldest === oldest ? known.sinceMs : seenMs
    }
    seen = new Map(found.map(row => [row.queue, { ...row, sinceMs: sinceMs(row), seenMs }]))
    for (const { name } of queues) {
      const row = seen.get(name)
      lag.set({ queue: name }, (row?.lag_ms ?? 0) / 1000)
      rows.set({ queue: name }, row?.rows ?? 0)
      stuck.set({ queue: name }, row?.stuck ?? 0)
    }
    const kept = await db.any(sql.type(ParkedRow)`
      select follower, count(*) as events from ops.set_aside group by follower order by follower`)
    parked = new Map(kept.map(({ follower, events }) => [follower, events]))
    parkedGauge.reset()
    for (const [follower, events] of parked) parkedGauge.set({ follower }, events)
    moduleNotes = (await Promise.all(modules.map(module => module.notes?.() ?? []))).flat()
  }
  // The lists that notes are read from are built at the first start and after an upgrade, which the projector's health says.
  const isBeingBuilt = (err: unknown) => err instanceof Rejection && err.code === 'SERVICE_UNAVAILABLE'
  const polling = startInterval(pollMs, () =>
    poll().catch(err => log[isBeingBuilt(err) ? 'debug' : 'info']({ err }, 'due work not counted')),
  )
  // Time without a look counts for nothing: this process may have stood still while others worked.
  const isStalled = ({ lag_ms, sinceMs, seenMs }: SeenQueue, lagMsMax: number) =>
    lag_ms >= lagMsMax && seenMs - sinceMs >= stalledMs

  return {
    failure: () => failures.inc(),
    lagMs: () => Math.max(0, ...queues.map(({ name }) => seen.get(name)?.lag_ms ?? 0)),
    lateQueues: () =>
      queues.flatMap(({ name, lagMsMax }) => {
        const queue = seen.get(name)
        return queue !== undefined && isStalled(queue, lagMsMax) ? [name] : []
      }),
    notes: () => [
      ...queues.flatMap(({ name }) => {
        const count = seen.get(name)?.stuck ?? 0
        return count === 0 ? [] : [`${name}: ${count} fail again and again`]
      }),
      ...[...parked].map(([name, events]) => `${name}: ${events} events set aside`),
      ...moduleNotes,
    ],
    stop: polling.stop,
  }
}
