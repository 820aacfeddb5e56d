import { Gauge } from 'prom-client'
import type { HealthPart } from '#http/operations-schemas.ts'
import { type CheckpointStatus, getCheckpointStatus } from '#queries/audit/get-checkpoint-status.ts'
import { startInterval } from '#reactions/start-interval.ts'
import type { Service } from '#service.ts'
import { isNoteworthy, type SubscriptionHealth } from '#subscription/subscription-status.ts'

/** The status in PostgreSQL is the same for all processes. */
const POLL_MS = 5_000
/** How often a failing sink is logged. */
const LOG_EVERY_MS = 600_000

type Failure = { reason: string; since: number; loggedAt: number }

/** For health and metrics. */
export function createCheckpointStatus({ db, log, metrics }: Pick<Service, 'db' | 'log' | 'metrics'>) {
  const failures = new Map<string, Failure>()
  let status: CheckpointStatus | undefined
  const gauges = createGauges(metrics)

  async function poll(): Promise<void> {
    status = await getCheckpointStatus(db)
    gauges.show(status)
  }

  const polling = startInterval(POLL_MS, () =>
    poll().catch(err => log.debug({ err }, 'status of checkpoints not read')),
  )
  return {
    markWritten(sink: string) {
      failures.delete(sink)
      gauges.sink(sink, true)
    },
    /** Returns whether to log it now. */
    markUnwritten(sink: string, error: unknown): boolean {
      const now = performance.now()
      const before = failures.get(sink)
      const isLogDue = before === undefined || now - before.loggedAt > LOG_EVERY_MS
      const reason = error instanceof Error ? error.message : String(error)
      failures.set(sink, { reason, since: before?.since ?? now, loggedAt: isLogDue ? now : before.loggedAt })
      gauges.sink(sink, false)
      return isLogDue
    },
    health(recorder: SubscriptionHealth): HealthPart {
      const { whole_at, ended_at, problem } = status ?? {}
      const notes = [
        ...(problem ? [`a verification that ended at ${ended_at} found: ${problem}`] : []),
        ...(isNoteworthy(recorder) ? [`recording events: ${recorder.state}`] : []),
        ...[...failures].map(([sink, { reason }]) => `checkpoints wait for ${sink}: ${reason}`),
      ]
      return {
        state: notes.length === 0 ? 'up' : 'degraded',
        lag_ms: Math.round(recorder.lag_ms),
        ...(whole_at ? { proved_at: whole_at } : {}),
        ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
      }
    },
    stop: polling.stop,
  }
}

function createGauges(metrics: Service['metrics']) {
  const registers = [metrics]
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const made = gauge('audit_checkpoint_timestamp_seconds', 'When the last checkpoint was made; 0 = never')
  const uncovered = gauge('audit_uncovered_events', 'Events that no checkpoint covers yet')
  const whole = gauge(
    'audit_verified_timestamp_seconds',
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
    show(status: CheckpointStatus) {
      made.set(seconds(status.made_at))
      uncovered.set(status.uncovered)
      whole.set(seconds(status.whole_at))
      changed.set(status.problem === null ? 0 : 1)
    },
    sink: (sink: string, isWritten: boolean) => waiting.set({ sink }, isWritten ? 0 : 1),
  }
}
