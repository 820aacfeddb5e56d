import { Client } from 'pg'
import { ENQUEUER } from '#delivery/queue.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import { isReadable, type Position } from '#event-sourcing/event-store.ts'
import { RECORDER } from '#modules/audit/checkpoints/event-recorder.ts'
import { COVERED_PREFIXES } from '#modules/audit/checkpoints/stream-head.ts'
import { modules, readModelsOf } from '#modules.ts'
import { readServiceConfig } from '#service-config.ts'

/** By name; in the log by the milliseconds since its oldest event that is not taken, in queues since it was due. */
export type Lags = Map<string, number>

const STATE = `select clock_timestamp() as now,
  (select extract(epoch from clock_timestamp() - min(due_at)) * 1000 from ops.due_work
    where due_at <= clock_timestamp() + $1 * interval '1 millisecond' or leased_until > clock_timestamp()) as jobs,
  (select extract(epoch from clock_timestamp() - min(created_at)) * 1000 from ops.webhook_deliveries
    where state = 'pending') as deliveries,
  (select json_object_agg(name, commit_position::text) from ops.checkpoints) as checkpoints`

/** Every consumer of the log, by the name of its checkpoint. */
function consumers() {
  const config = readServiceConfig({})
  return [
    ...readModelsOf(modules),
    ...modules.flatMap(module => module.reactions?.(config) ?? []),
    { name: ENQUEUER, prefixes: modules.flatMap(({ publicEvents }) => publicEvents?.prefixes ?? []) },
    { name: RECORDER, prefixes: COVERED_PREFIXES },
  ].map(({ name, prefixes }) => ({ name, prefixes }))
}

/**
 * The work that any process of the service still has to do: events, due jobs, deliveries. A consumer's
 * checkpoint may be far behind the end of the log while none of the events in between is for it.
 */
export async function watchWork(eventStoreUrl: string, as: string) {
  const store = connectEventStore(eventStoreUrl)
  const db = new Client(as)
  await db.connect()
  const all = consumers()
  let end: Position | null = null
  let seen: { at: number; stream: string; commit: bigint }[] = []
  let queries = 0

  async function readOn(): Promise<void> {
    const to = await store.end()
    if (to === null || to.commit === end?.commit) return
    for await (const { events } of readLog(store, {
      prefixes: COVERED_PREFIXES,
      from: end,
      to,
      signal: AbortSignal.timeout(60_000),
    }))
      for (const event of events)
        if (isReadable(event))
          seen.push({ at: Date.parse(event.at), stream: event.stream, commit: event.position.commit })
    end = to
  }

  async function state(dueInMs: number) {
    queries += 1
    const { rows } = await db.query(STATE, [dueInMs])
    return rows[0] as { now: Date; jobs: number | null; deliveries: number | null; checkpoints: Record<string, string> }
  }

  function lagsOf({ now, jobs, deliveries, checkpoints }: Awaited<ReturnType<typeof state>>): Lags {
    const lags: Lags = new Map()
    for (const { name, prefixes } of all) {
      const taken = BigInt(checkpoints[name] ?? -1)
      const next = seen.find(({ commit, stream }) => commit > taken && prefixes.some(p => stream.startsWith(p)))
      if (next !== undefined) lags.set(name, now.getTime() - next.at)
    }
    if (jobs !== null) lags.set('due jobs', Number(jobs))
    if (deliveries !== null) lags.set('deliveries', Number(deliveries))
    return lags
  }

  return {
    /** Its own queries so far, each a transaction. */
    queries: () => queries,

    async lags(): Promise<Lags> {
      const before = await state(0)
      await readOn()
      return lagsOf(before)
    },

    /**
     * Whether all that was in the log before the call is taken, no job is due or will be within `dueInMs`, and no
     * delivery is pending.
     */
    async isDone(dueInMs: number): Promise<boolean> {
      const before = await state(dueInMs)
      if (before.jobs !== null || before.deliveries !== null) return false
      await readOn()
      if (lagsOf(before).size > 0) return false
      seen = []
      return true
    },

    async stop() {
      await db.end()
      await store.close()
    },
  }
}
