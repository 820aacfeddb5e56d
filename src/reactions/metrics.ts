import { Counter, Gauge } from 'prom-client'
import { sql } from 'slonik'
import { z } from 'zod'
import { Rejection } from '#errors.ts'
import type { Service } from '#service.ts'
import type { ReactionParts } from './reaction.ts'

const LOOK_MS = 5_000
/** So many failures in a row take about two minutes. */
const STUCK_FAILURES = 9

const QueueRow = z.object({ queue: z.string(), lag_ms: z.number(), rows: z.number(), stuck: z.number() })
const AsideRow = z.object({ follower: z.string(), events: z.number() })

export type DueWorkSeen = {
  failure(): void
  /** How long the work that is due longest has been waiting, milliseconds. */
  lagMs(): number
  /** Queues whose work waits for longer than it may. */
  late(): string[]
  /** What an operator should look at, although nobody else has to wait for it. */
  notes(): string[]
  stop(): void
}

/** What can be seen of due work and of what was set aside: a counter of failures, and gauges looked up every few seconds. */
export function seeDueWork({ metrics, db, log }: Service, modules: ReactionParts[]): DueWorkSeen {
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
  const setAside = gauge('events_set_aside', 'Events that a reaction or the webhooks could not take', 'follower')
  let seen = new Map<string, z.infer<typeof QueueRow>>()
  let aside = new Map<string, number>()
  let told: string[] = []

  async function look() {
    const found = await db.any(sql.type(QueueRow)`
      select queue, count(*) as rows, count(*) filter (where failures >= ${STUCK_FAILURES}) as stuck,
        greatest(extract(epoch from clock_timestamp() - min(due_at)) * 1000, 0)::float8 as lag_ms
      from ops.due_work where due_at < 'infinity' group by queue`)
    seen = new Map(found.map(row => [row.queue, row]))
    for (const { name } of queues) {
      const row = seen.get(name)
      lag.set({ queue: name }, (row?.lag_ms ?? 0) / 1000)
      rows.set({ queue: name }, row?.rows ?? 0)
      stuck.set({ queue: name }, row?.stuck ?? 0)
    }
    const kept = await db.any(sql.type(AsideRow)`
      select follower, count(*) as events from ops.set_aside group by follower order by follower`)
    aside = new Map(kept.map(({ follower, events }) => [follower, events]))
    setAside.reset()
    for (const [follower, events] of aside) setAside.set({ follower }, events)
    told = (await Promise.all(modules.map(module => module.notes?.() ?? []))).flat()
  }
  // The lists that notes are read from are built at the first start and after an upgrade, which the projector's health says.
  const isBeingBuilt = (err: unknown) => err instanceof Rejection && err.code === 'SERVICE_UNAVAILABLE'
  const lookAgain = () =>
    void look().catch(err => log[isBeingBuilt(err) ? 'debug' : 'info']({ err }, 'due work not counted'))
  lookAgain()
  const looking = setInterval(lookAgain, LOOK_MS)

  return {
    failure: () => failures.inc(),
    lagMs: () => Math.max(0, ...queues.map(({ name }) => seen.get(name)?.lag_ms ?? 0)),
    late: () =>
      queues.filter(({ name, lagMsMax }) => (seen.get(name)?.lag_ms ?? 0) >= lagMsMax).map(({ name }) => name),
    notes: () => [
      ...queues.flatMap(({ name }) => {
        const count = seen.get(name)?.stuck ?? 0
        return count === 0 ? [] : [`${name}: ${count} fail again and again`]
      }),
      ...[...aside].map(([name, events]) => `${name}: ${events} events set aside`),
      ...told,
    ],
    stop: () => clearInterval(looking),
  }
}
