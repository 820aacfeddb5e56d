import { Counter, Gauge } from 'prom-client'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import type { ReactionParts } from './reaction.ts'
import { startInterval } from './start-interval.ts'

const POLL_MS = 5_000
/** About two minutes. */
const STUCK_FAILURES = 9

/** A queue is stalled when its oldest job has been the same for this long: jobs run in the order of their due times. */
const STALLED_MS = 30_000

/** `oldest` identifies the oldest job: its due time, and the number of jobs with that time. */
const QueueRow = z.object({
  ...{ queue: z.string(), lag_ms: z.number(), oldest: z.string(), rows: z.number(), stuck: z.number() },
})
/** `sinceMs`, `seenMs`: when the oldest job was first and last seen. */
type SeenQueue = z.infer<typeof QueueRow> & { sinceMs: number; seenMs: number }
const ParkedRow = z.object({ follower: z.string(), events: z.number() })

/** A failure counter, and gauges polled every few seconds. */
export function startJobMetrics(
  { metrics, db, log }: Pick<Service, 'metrics' | 'db' | 'log'>,
  modules: ReactionParts[],
  { pollMs = POLL_MS, stalledMs = STALLED_MS } = {},
) {
  const queues = modules.flatMap(module => module.queues)
  const registers = [metrics]
  const gauge = (name: string, help: string, label: string) => new Gauge({ name, help, labelNames: [label], registers })
  const failures = new Counter({
    name: 'reaction_failures_total',
    help: 'Jobs that failed and will run again',
    registers,
  })
  const lag = gauge('reaction_due_lag_seconds', 'Waiting time of the oldest due job', 'queue')
  const rows = gauge('reaction_due_rows', 'Jobs in the queue', 'queue')
  const stuck = gauge('reaction_stuck_rows', `Jobs that failed ${STUCK_FAILURES} times in a row`, 'queue')
  const parkedGauge = gauge('parked_events', 'Parked events of a reaction or of the webhooks', 'subscription')
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
    for (const [subscription, events] of parked) parkedGauge.set({ subscription }, events)
    moduleNotes = (await Promise.all(modules.map(module => module.notes?.() ?? []))).flat()
  }
  // Read models behind the notes are built at the first start and after an upgrade; the projector reports that.
  const isBeingBuilt = (err: unknown) => err instanceof Rejection && err.code === 'SERVICE_UNAVAILABLE'
  const polling = startInterval(pollMs, () =>
    poll().catch(err => log[isBeingBuilt(err) ? 'debug' : 'info']({ err }, 'jobs not counted')),
  )
  // Measured between polls, because this process may have been frozen while others worked.
  const isStalled = (queue: SeenQueue | undefined, lagMsMax: number) =>
    queue !== undefined && queue.lag_ms >= lagMsMax && queue.seenMs - queue.sinceMs >= stalledMs

  return {
    failure: () => failures.inc(),
    lagMs: () => Math.max(0, ...queues.map(({ name }) => seen.get(name)?.lag_ms ?? 0)),
    lateQueues: () =>
      queues.filter(({ name, lagMsMax }) => isStalled(seen.get(name), lagMsMax)).map(({ name }) => name),
    notes: () => [
      ...queues.flatMap(({ name }) => {
        const count = seen.get(name)?.stuck ?? 0
        return count === 0 ? [] : [`${name}: ${count} jobs fail repeatedly`]
      }),
      ...[...parked].map(([name, events]) => `${name}: ${events} events parked`),
      ...moduleNotes,
    ],
    stop: polling.stop,
  }
}
