import { Gauge, type Registry } from 'prom-client'
import type { LoggedEvent } from '#event-sourcing/event-store.ts'
import type { PoisonEvent } from './poison-event.ts'

/**
 * building: the tables of a read model are made for the first time or for a new version · catching_up: behind the log since the start or a
 * lost connection · live · standby: another process follows the log under this name · superseded: what is kept is of a newer version than
 * this process knows, and none that knows it follows · retrying: PostgreSQL is away, or gives no session to lead by, or the log ends before what
 * was taken · failed: stopped in front of an event.
 */
export type SubscriptionState = 'building' | 'catching_up' | 'live' | 'standby' | 'superseded' | 'retrying' | 'failed'

export type SubscriptionHealth = {
  /**
   * It is in order, or catches up again and takes events; and nothing waits for longer than `STALLED_MS_MAX`. A backlog
   * is in order.
   */
  ok: boolean
  state: SubscriptionState
  version: number
  /** Age of the oldest event that is known and not taken yet, milliseconds. */
  lag_ms: number
  /** How long it has been neither live nor another process's, milliseconds. */
  out_of_order_ms: number
  /** How long nothing was taken although events wait, or the state is not in order, milliseconds. A backlog that shrinks keeps it near 0. */
  stalled_ms: number
  /** Taken since the start of the process. */
  events: number
  /** The event that it stopped in front of, and why. */
  failure?: { stream: string; revision: number; type: string; reason: string }
}

/** A follower that has taken nothing for so long, although events wait, is reported as not in order. */
const STALLED_MS_MAX = 30_000
const HEALTHY_STATES: ReadonlySet<SubscriptionState> = new Set(['live', 'standby', 'superseded'])

/**
 * What health names. Where all processes are superseded, as after a roll-back, nothing is taken; but each answers all that it could answer, so it
 * stays ready.
 */
export function isNoteworthy({ ok, state }: SubscriptionHealth): boolean {
  return !ok || state === 'superseded'
}

/** What one follower tells about itself while it runs. */
export type SubscriptionStatus = ReturnType<typeof createSubscriptionStatus>

export function createSubscriptionStatus(version: number, now: () => Date, stalledMsMax = STALLED_MS_MAX) {
  let state: SubscriptionState = 'catching_up'
  let events = 0
  let current: LoggedEvent | undefined
  let failure: SubscriptionHealth['failure']
  let unhealthySince: number | null = performance.now()
  /** Since when nothing was taken; null while nothing is to be taken. */
  let stalledSince: number | null = performance.now()
  /** Until then it has nothing to show, or what is older than what it was started with. */
  let wasHealthy = false
  /** Events were taken since the state began. */
  let isProgressing = false
  return {
    setState(next: SubscriptionState) {
      isProgressing &&= next === state
      state = next
      wasHealthy ||= HEALTHY_STATES.has(next)
      // An event that an outage interrupted counts as undone until it is done, or another process's.
      if (HEALTHY_STATES.has(next)) current = undefined
      stalledSince = HEALTHY_STATES.has(next) ? null : (stalledSince ?? performance.now())
      unhealthySince = HEALTHY_STATES.has(next) ? null : (unhealthySince ?? performance.now())
    },
    state: () => state,
    startBatch(oldest: LoggedEvent | undefined) {
      current = oldest
      stalledSince ??= performance.now()
    },
    endBatch(count: number) {
      events += count
      current = undefined
      isProgressing ||= count > 0
      stalledSince = HEALTHY_STATES.has(state) ? null : performance.now()
    },
    setFailed({ event, cause }: PoisonEvent) {
      state = 'failed'
      isProgressing = false
      unhealthySince ??= performance.now()
      const reason = cause instanceof Error ? cause.message : String(cause)
      failure = { stream: event.stream, revision: event.revision, type: event.type, reason }
    },
    health(): SubscriptionHealth {
      const lag_ms = current === undefined ? 0 : Math.max(0, now().getTime() - Date.parse(current.at))
      const sinceMs = (start: number | null) => (start === null ? 0 : performance.now() - start)
      const [out_of_order_ms, stalled_ms] = [sinceMs(unhealthySince), sinceMs(stalledSince)]
      const ok = (HEALTHY_STATES.has(state) || (wasHealthy && isProgressing)) && stalled_ms <= stalledMsMax
      return {
        ok,
        state,
        version,
        lag_ms,
        out_of_order_ms,
        stalled_ms,
        events,
        ...(failure === undefined ? {} : { failure }),
      }
    },
  }
}

const statusesByRegistry = new WeakMap<Registry, Map<string, SubscriptionStatus>>()

/** Gauges per follower, read from its status when the metrics are asked for. */
export function registerMetrics(registry: Registry, subscription: string, status: SubscriptionStatus): void {
  const known = statusesByRegistry.get(registry)
  if (known !== undefined) return void known.set(subscription, status)
  const statuses = new Map([[subscription, status]])
  statusesByRegistry.set(registry, statuses)
  const gauge = (name: string, help: string, read: (health: SubscriptionHealth) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['follower'],
      registers: [registry],
      collect() {
        for (const [name, status] of statuses) this.set({ follower: name }, read(status.health()))
      },
    })
  gauge('follower_ok', '1 when a follower of the log takes what waits, or another process does', ({ ok }) => Number(ok))
  gauge('follower_failed', '1 when a follower stopped at an event it cannot take', ({ state }) =>
    Number(state === 'failed'),
  )
  gauge(
    'follower_superseded',
    '1 when what is kept is of a newer version, and none that knows it follows',
    ({ state }) => Number(state === 'superseded'),
  )
  gauge('follower_lag_seconds', 'Age of the oldest event that is known and not taken', ({ lag_ms }) => lag_ms / 1000)
  gauge('follower_events', 'Events taken since the start of the process', ({ events }) => events)
}
