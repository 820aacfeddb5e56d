import { withTimeout } from '#concurrency/timeout.ts'
import type { DatabaseClock } from '#edge/postgres/database-clock.ts'
import type { Health, HealthPart } from '#http/operations-schemas.ts'
import type { Service } from '#service.ts'

/** `note` says what is degraded. */
type RoleHealth = { ok: boolean; lag_ms: number; note?: string | undefined }

const CHECK_MS_MAX = 1_000
/** Several probes may ask; stores are checked at most this often. */
const CACHE_MS = 2_000

/** Checks every part of this process and its stores; ready when all work. */
export function createHealth({ store, nats }: Pick<Service, 'store' | 'nats'>, clock: DatabaseClock) {
  const roles = new Map<string, () => RoleHealth>()
  // Without the bus only payments stop, and no other process does better.
  const optional: (() => Record<string, HealthPart>)[] = [() => ({ nats: natsPart(nats) })]
  const required: (() => Record<string, HealthPart>)[] = []
  let isStarted = false
  let isOpen = false
  let isEnding = false
  let last: { at: number; answer: Promise<Health> } | undefined

  async function check(): Promise<Health> {
    const [eventstore, postgres] = await Promise.all([stateOf(store.ping()), stateOf(clock.read())])
    const start: HealthPart = { state: isStarted && !isEnding ? 'up' : 'down' }
    const parts: Record<string, HealthPart> = { start, eventstore, postgres, clock: clockPart(clock) }
    for (const [name, check] of roles) {
      const { ok, lag_ms, note } = check()
      parts[name] = { state: ok ? 'up' : 'degraded', lag_ms: Math.round(lag_ms), note }
    }
    const needs: Record<string, HealthPart> = Object.assign({}, ...required.map(check => check()))
    const ready =
      Object.values(parts).every(({ state }) => state === 'up') &&
      Object.values(needs).every(({ state }) => state !== 'down')
    return { ready, parts: Object.assign(parts, needs, ...optional.map(check => check())) }
  }

  return {
    check(): Promise<Health> {
      const at = performance.now()
      if (last === undefined || at - last.at > CACHE_MS) {
        last = { at, answer: check() }
        last.answer.catch(() => (last = undefined))
      }
      return last.answer
    },
    addRole: (role: string, check: () => RoleHealth) => void roles.set(role, check),
    /** Does not affect readiness. */
    addOptional: (check: () => Record<string, HealthPart>) => void optional.push(check),
    /** Not ready while it is down: another process may answer. */
    addRequired: (check: () => Record<string, HealthPart>) => void required.push(check),
    /** The schema and the first administrator are there. */
    markOpen: () => {
      isOpen = true
    },
    isOpen: () => isOpen,
    /** All configured roles are started. */
    markStarted: () => {
      isStarted = true
    },
    /** Not ready from now on, although requests are still answered. */
    markEnding: () => {
      isEnding = true
      last = undefined
    },
  }
}

function natsPart(nats: Service['nats']): HealthPart {
  return { state: nats === undefined ? 'off' : nats.isLive() ? 'up' : 'down' }
}

function clockPart(clock: DatabaseClock): HealthPart {
  const { offsetMs, isTooFar } = clock.difference()
  const offset_ms = Math.round(offsetMs)
  if (!isTooFar) return { state: 'up', offset_ms }
  return { state: 'degraded', offset_ms, note: "this machine's clock is more than 30 s off the database's" }
}

async function stateOf(work: Promise<unknown>): Promise<HealthPart> {
  try {
    await withTimeout(CHECK_MS_MAX, work)
    return { state: 'up' }
  } catch {
    return { state: 'down' }
  }
}
