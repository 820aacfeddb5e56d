import { withTimeout } from '#concurrency/timeout.ts'
import type { DatabaseClock } from '#edge/postgres/database-clock.ts'
import type { Health, HealthPart } from '#http/operations-schemas.ts'
import type { Service } from '#service.ts'

/** What a role says of itself; the lag is in milliseconds, the note says what is not in order. */
type RoleHealth = { ok: boolean; lag_ms: number; note?: string | undefined }

const CHECK_MS_MAX = 1_000
/** Probes come from several sides; the parts are asked at most this often. */
const CACHE_MS = 2_000

/** Asks every part of this process and the stores behind it; ready when all of them work. */
export function createHealth({ store }: Pick<Service, 'store'>, clock: DatabaseClock) {
  const roles = new Map<string, () => RoleHealth>()
  const optional: (() => Record<string, HealthPart>)[] = []
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
    /** Shown and no more: without the bus no payment moves, but all else is served, and no process would do better. */
    addOptional: (check: () => Record<string, HealthPart>) => void optional.push(check),
    /** Without it requests fail that others may answer: not ready while it is down. */
    addRequired: (check: () => Record<string, HealthPart>) => void required.push(check),
    /** What every request needs is there: the schema and the first administrator. */
    markOpen: () => {
      isOpen = true
    },
    isOpen: () => isOpen,
    /** All roles of the configuration have been started. */
    markStarted: () => {
      isStarted = true
    },
    /** From now on not ready, although everything is still answered. */
    markEnding: () => {
      isEnding = true
      last = undefined
    },
  }
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
