import { Gauge, type Registry } from 'prom-client'
import type { Logged } from '#edge/eventstore/event-store.ts'
import type { Projection } from '#projection.ts'
import type { EventRefused } from './projector-failure.ts'

/**
 * building: the tables are made for the first time or for a new version · catching_up: behind the log since the start or a
 * lost connection · live · standby: another process follows the log for this read model · superseded: its tables are of a
 * newer version than this process knows · retrying: PostgreSQL is away, or the log ends before what the tables show · failed:
 * stopped in front of an event.
 */
export type ProjectionState = 'building' | 'catching_up' | 'live' | 'standby' | 'superseded' | 'retrying' | 'failed'

export type ProjectionHealth = {
  ok: boolean
  state: ProjectionState
  version: number
  /** Age of the oldest event that is known and not applied yet, milliseconds. */
  lag_ms: number
  /** Applied since the start of the process. */
  events: number
  /** The event that it stopped in front of, and why. */
  failure?: { stream: string; revision: number; type: string; reason: string }
}

/** A read model further behind than this is reported as not in order. */
const LAG_MS_MAX = 30_000
const IN_ORDER: ReadonlySet<ProjectionState> = new Set(['live', 'standby', 'superseded'])

/** What one projection tells about itself while it runs. */
export type Status = ReturnType<typeof createStatus>

export function createStatus({ version }: Projection, now: () => Date) {
  let state: ProjectionState = 'catching_up'
  let events = 0
  let working: Logged | undefined
  let failure: ProjectionHealth['failure']
  return {
    is(next: ProjectionState) {
      state = next
      // An event that an outage interrupted counts as undone until it is done, or another process's.
      if (IN_ORDER.has(next)) working = undefined
    },
    state: () => state,
    begins(oldest: Logged | undefined) {
      working = oldest
    },
    applied(count: number) {
      events += count
      working = undefined
    },
    failed({ event, cause }: EventRefused) {
      state = 'failed'
      const reason = cause instanceof Error ? cause.message : String(cause)
      failure = { stream: event.stream, revision: event.revision, type: event.type, reason }
    },
    health(): ProjectionHealth {
      const lag_ms = working === undefined ? 0 : Math.max(0, now().getTime() - Date.parse(working.at))
      const ok = IN_ORDER.has(state) && lag_ms <= LAG_MS_MAX
      return { ok, state, version, lag_ms, events, ...(failure === undefined ? {} : { failure }) }
    },
  }
}

/** Gauges per projection, read from its status when the metrics are asked for. */
export function registerMetrics(registry: Registry, statuses: ReadonlyMap<string, Status>): void {
  const gauge = (name: string, help: string, read: (health: ProjectionHealth) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['projection'],
      registers: [registry],
      collect() {
        for (const [projection, status] of statuses) this.set({ projection }, read(status.health()))
      },
    })
  gauge('projection_ok', '1 when a read model is up to date, or another process keeps it so', ({ ok }) => Number(ok))
  gauge('projection_failed', '1 when a read model stopped at an event it cannot take', ({ state }) =>
    Number(state === 'failed'),
  )
  gauge(
    'projection_lag_seconds',
    'Age of the oldest event that is known and not applied',
    ({ lag_ms }) => lag_ms / 1000,
  )
  gauge('projection_events', 'Events applied since the start of the process', ({ events }) => events)
}
