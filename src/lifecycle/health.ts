import { within } from '#concurrency/timeout.ts'
import type { DatabaseClock } from '#edge/postgres/database-clock.ts'
import type { Health, HealthPart } from '#http/operations-schemas.ts'
import type { Service } from '#service.ts'

/** What a role says of itself; the lag is in milliseconds, the note says what is not in order. */
type RoleHealth = { ok: boolean; lag_ms: number; note?: string | undefined }

const ANSWER_MS_MAX = 1_000
/** Probes come from several sides; the parts are asked at most this often. */
const REMEMBERED_MS = 2_000

/** Asks every part of this process and the stores behind it; ready when all of them work. */
export function createHealth({ store }: Pick<Service, 'store'>, clock: DatabaseClock) {
  const roles = new Map<string, () => RoleHealth>()
  const shown: (() => Record<string, HealthPart>)[] = []
  const needed: (() => Record<string, HealthPart>)[] = []
  let started = false
  let open = false
  let ending = false
  let last: { at: number; answer: Promise<Health> } | undefined

  async function ask(): Promise<Health> {
    const [eventstore, postgres] = await Promise.all([stateOf(store.ping()), stateOf(clock.read())])
    const start: HealthPart = { state: started && !ending ? 'up' : 'down' }
    const parts: Record<string, HealthPart> = { start, eventstore, postgres, clock: clockPart(clock) }
    for (const [name, ask] of roles) {
      const { ok, lag_ms, note } = ask()
      parts[name] = { state: ok ? 'up' : 'degraded', lag_ms: Math.round(lag_ms), note }
    }
    const needs: Record<string, HealthPart> = Object.assign({}, ...needed.map(ask => ask()))
    const ready =
      Object.values(parts).every(({ state }) => state === 'up') &&
      Object.values(needs).every(({ state }) => state !== 'down')
    return { ready, parts: Object.assign(parts, needs, ...shown.map(ask => ask())) }
  }

  return {
    check(): Promise<Health> {
      const at = performance.now()
      if (last === undefined || at - last.at > REMEMBERED_MS) {
        last = { at, answer: ask() }
        last.answer.catch(() => (last = undefined))
      }
      return last.answer
    },
    add: (role: string, ask: () => RoleHealth) => void roles.set(role, ask),
    /** Shown and no more: without the bus no payment moves, but all else is served, and no process would do better. */
    show: (ask: () => Record<string, HealthPart>) => void shown.push(ask),
    /** Without it requests fail that others may answer: not ready while it is down. */
    need: (ask: () => Record<string, HealthPart>) => void needed.push(ask),
    /** What every request needs is there: the schema and the first administrator. */
    open: () => {
      open = true
    },
    isOpen: () => open,
    /** All roles of the configuration have been started. */
    started: () => {
      started = true
    },
    /** From now on not ready, although everything is still answered. */
    ending: () => {
      ending = true
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
    await within(ANSWER_MS_MAX, work)
    return { state: 'up' }
  } catch {
    return { state: 'down' }
  }
}
