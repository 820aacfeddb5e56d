import { Gauge, type Registry } from 'prom-client'
import type { LoggedEvent } from '#event-sourcing/event-store.ts'
import type { PoisonEvent } from './poison-event.ts'

/**
 * building: tables of a new read model or version are built
 * catching_up: behind the log since the start or a reconnection
 * standby: another process holds the lease
 * superseded: the stored state is of a newer version, and no process of that version is running
 * retrying: PostgreSQL is away or has no session for the lease, or the log ends before the checkpoint
 * failed: stopped at a poison event
 */
export type SubscriptionState = 'building' | 'catching_up' | 'live' | 'standby' | 'superseded' | 'retrying' | 'failed'

export type SubscriptionHealth = {
  /**
   * Healthy, or catching up and taking events, or taking over for less than `TAKEOVER_MS_MAX`; and no event waits
   * longer than `STALLED_MS_MAX`. A backlog is healthy.
   */
  ok: boolean
  state: SubscriptionState
  version: number
  lag_ms: number
  /** How long it was neither live nor another process's. */
  out_of_order_ms: number
  /** How long no event was taken although some wait, or the state was unhealthy. Near 0 while a backlog shrinks. */
  stalled_ms: number
  events: number
  failure?: { stream: string; revision: number; type: string; reason: string }
}

const STALLED_MS_MAX = 30_000
/** A standby that becomes the leader joins the log in less. */
const TAKEOVER_MS_MAX = 5_000
const HEALTHY_STATES: ReadonlySet<SubscriptionState> = new Set(['live', 'standby', 'superseded'])

/** Whether health names it. Superseded processes take no events, but answer queries, so they stay ready. */
export function isNoteworthy({ ok, state }: SubscriptionHealth): boolean {
  return !ok || state === 'superseded'
}

export type SubscriptionStatus = ReturnType<typeof createSubscriptionStatus>

export function createSubscriptionStatus(version: number, now: () => Date, stalledMsMax = STALLED_MS_MAX) {
  let state: SubscriptionState = 'catching_up'
  let events = 0
  let current: LoggedEvent | undefined
  let failure: SubscriptionHealth['failure']
  let unhealthySince: number | null = performance.now()
  /** Since when no event was taken; null while none waits. */
  let stalledSince: number | null = performance.now()
  /** False until the stored state is as current as at the start. */
  let wasHealthy = false
  let isProgressing = false
  /** Without this, a leader that is lost would make the other processes look broken too. */
  let isTakingOver = false
  return {
    setState(next: SubscriptionState) {
      isProgressing &&= next === state
      isTakingOver = next === 'catching_up' && (state === 'standby' || (isTakingOver && state === next))
      state = next
      wasHealthy ||= HEALTHY_STATES.has(next)
      // An interrupted event counts as not taken until it is taken here or by another process.
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
      const isCatchingUp = isProgressing || (isTakingOver && out_of_order_ms <= TAKEOVER_MS_MAX)
      const ok = (HEALTHY_STATES.has(state) || (wasHealthy && isCatchingUp)) && stalled_ms <= stalledMsMax
      const health = { ok, state, version, lag_ms, out_of_order_ms, stalled_ms, events }
      return failure === undefined ? health : { ...health, failure }
    },
  }
}

const statusesByRegistry = new WeakMap<Registry, Map<string, SubscriptionStatus>>()

export function registerMetrics(registry: Registry, subscription: string, status: SubscriptionStatus): void {
  const known = statusesByRegistry.get(registry)
  if (known !== undefined) return void known.set(subscription, status)
  const statuses = new Map([[subscription, status]])
  statusesByRegistry.set(registry, statuses)
  const gauge = (name: string, help: string, read: (health: SubscriptionHealth) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['subscription'],
      registers: [registry],
      collect() {
        for (const [name, status] of statuses) this.set({ subscription: name }, read(status.health()))
      },
    })
  gauge('subscription_ok', '1 when the subscription takes events, here or in another process', ({ ok }) => Number(ok))
  gauge('subscription_leading', '1 in the process that takes its events', ({ ok, state }) =>
    Number(ok && (state === 'live' || state === 'catching_up')),
  )
  gauge('subscription_failed', '1 when the subscription stopped at a poison event', ({ state }) =>
    Number(state === 'failed'),
  )
  gauge(
    'subscription_superseded',
    '1 when the stored state is of a newer version, and no process of that version runs',
    ({ state }) => Number(state === 'superseded'),
  )
  gauge(
    'subscription_lag_seconds',
    'Age of the oldest event that is known and not taken',
    ({ lag_ms }) => lag_ms / 1000,
  )
  gauge('subscription_events', 'Events taken since the start of the process', ({ events }) => events)
}
