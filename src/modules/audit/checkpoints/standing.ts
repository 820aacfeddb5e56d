import { setTimeout as delay } from 'node:timers/promises'
import { Gauge } from 'prom-client'
import { sql } from 'slonik'
import { z } from 'zod'
import type { HealthPart } from '#http/operations-schemas.ts'
import type { Service } from '#service.ts'
import { type FollowerHealth, isNoted } from '#subscription/status.ts'

/** Between looks at what PostgreSQL says of checkpoints, which are the same for all processes. */
const LOOK_MS = 5_000
/** A sink that keeps failing is told of in the log this often. */
const TOLD_EVERY_MS = 600_000

const Standing = z.object({
  number: z.int().nullable(),
  made_at: z.iso.datetime().nullable(),
  uncovered: z.number(),
  ended_at: z.iso.datetime().nullable(),
  whole_at: z.iso.datetime().nullable(),
  problem: z.string().nullable(),
})
type Standing = z.infer<typeof Standing>

type Failure = { reason: string; since: number; toldAt: number }

/** What health and metrics say of checkpoints: how far they go, where they could not be kept, and when the store was last proved whole. */
export function seeCheckpoints({ db, log, metrics }: Pick<Service, 'db' | 'log' | 'metrics'>) {
  const stopping = new AbortController()
  const failures = new Map<string, Failure>()
  let standing: Standing | undefined
  const gauges = gaugesIn(metrics)

  async function look(): Promise<void> {
    standing = await db.one(sql.type(Standing)`
      select last.number, last.at as made_at, p.ended_at, p.whole_at, p.problem,
        coalesce((select max(n) from ops.audit_events), 0) - coalesce(last.events, 0) as uncovered
      from (select 1) as one
      left join (select * from ops.audit_checkpoints order by number desc limit 1) as last on true
      left join ops.audit_proof as p on true`)
    gauges.show(standing)
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch(err => log.debug({ err }, 'checkpoints can not be looked at'))
      await delay(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  void keepLooking()
  return {
    written(sink: string) {
      failures.delete(sink)
      gauges.sink(sink, true)
    },
    /** Answers whether it is time to say so. */
    unwritten(sink: string, error: unknown): boolean {
      const now = performance.now()
      const before = failures.get(sink)
      const isTime = before === undefined || now - before.toldAt > TOLD_EVERY_MS
      const reason = error instanceof Error ? error.message : String(error)
      failures.set(sink, { reason, since: before?.since ?? now, toldAt: isTime ? now : before.toldAt })
      gauges.sink(sink, false)
      return isTime
    },
    health(recorder: FollowerHealth): HealthPart {
      const { whole_at, ended_at, problem } = standing ?? {}
      const notes = [
        ...(problem ? [`a verification that ended at ${ended_at} found: ${problem}`] : []),
        ...(isNoted(recorder) ? [`taking events down: ${recorder.state}`] : []),
        ...[...failures].map(([sink, { reason }]) => `checkpoints wait for ${sink}: ${reason}`),
      ]
      return {
        state: notes.length === 0 ? 'up' : 'degraded',
        lag_ms: Math.round(recorder.lag_ms),
        ...(whole_at ? { proved_at: whole_at } : {}),
        ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
      }
    },
    stop: () => stopping.abort(),
  }
}

function gaugesIn(metrics: Service['metrics']) {
  const registers = [metrics]
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const made = gauge('audit_checkpoint_timestamp_seconds', 'When the last checkpoint was made; 0 = never')
  const uncovered = gauge('audit_uncovered_events', 'Events that no checkpoint covers yet')
  const whole = gauge(
    'audit_proved_timestamp_seconds',
    'When a verification last found the event store whole; 0 = never',
  )
  const changed = gauge('audit_tampering_found', '1 when the last verification of the event store found something')
  const waiting = new Gauge({
    name: 'audit_sink_waiting',
    help: '1 when checkpoints can not be written where they are kept beside PostgreSQL',
    labelNames: ['sink'],
    registers,
  })
  const seconds = (at: string | null) => (at === null ? 0 : Date.parse(at) / 1_000)
  return {
    show(standing: Standing) {
      made.set(seconds(standing.made_at))
      uncovered.set(standing.uncovered)
      whole.set(seconds(standing.whole_at))
      changed.set(standing.problem === null ? 0 : 1)
    },
    sink: (sink: string, isWritten: boolean) => waiting.set({ sink }, isWritten ? 0 : 1),
  }
}
