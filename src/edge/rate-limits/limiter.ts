import { LRUCache } from 'lru-cache'
import { withTimeout } from '#concurrency/timeout.ts'
import type { Counters } from './counters.ts'
import { endOf, type Plan, startOf } from './plans.ts'
import { type RateLimitVerdict, verdictOf } from './verdict.ts'

/**
 * Counts requests exactly across instances without a query per request: each instance takes a small part of the limit
 * in advance, and releases the unused rest. Near the limit, only what is needed is taken, so fewer are admitted for a
 * second at most, while another instance holds its advance.
 */
export type Limiter = {
  /** Synchronous while an advance is left. */
  charge(key: string, plan: Plan, nowMs: number): RateLimitVerdict | Promise<RateLimitVerdict>
  releaseIdle(nowMs: number): Promise<void>
}

/** Part of the shortest window's limit that is taken at once. */
const ADVANCE_PART = 0.02
const ADVANCE_MAX = 1_000
/** With fewer advances left, nothing is taken in advance. */
const NEAR_ADVANCES = 10
const IDLE_MS = 1_000
/** A refusal is cached, although other instances may release something. */
const REFUSAL_CACHE_MS = 250
/** After this an instance counts by itself. */
const COUNTERS_MS_MAX = 500
/** Then the counters are tried again. */
const LOCAL_MS = 1_000
/** A larger step back means that the clock was set; a smaller one is a better reading. */
const CLOCK_BACK_MS = 5_000
const KEYS_MAX = 50_000

type Entry = {
  plan: Plan
  left: number
  /** The part of it that the shared counters do not know. */
  uncounted: number
  /** Unix seconds of the last taking, which identify its windows. */
  takenS: number
  endsS: number
  /** What each window had left after the last taking. */
  pool: number[]
  refusedUntilMs: number
  usedMs: number
  waiting: { resolve(verdict: RateLimitVerdict): void; nowMs: number }[]
  isRefilling: boolean
}

export function createLimiter(counters: Counters, onCountersFailed: (error: unknown) => void = () => {}): Limiter {
  const entries = new LRUCache<string, Entry>({ max: KEYS_MAX })
  const local = createLocalCounters()

  function entryFor(key: string, plan: Plan, nowMs: number): Entry {
    const known = entries.get(key)
    if (known?.plan === plan && nowMs > known.usedMs - CLOCK_BACK_MS) return known
    const fresh = {
      plan,
      left: 0,
      uncounted: 0,
      takenS: 0,
      endsS: 0,
      pool: [],
      refusedUntilMs: 0,
      usedMs: 0,
      waiting: [],
      isRefilling: false,
    }
    entries.set(key, fresh)
    return fresh
  }

  async function serve(key: string, entry: Entry): Promise<void> {
    entry.isRefilling = true
    while (entry.waiting.length > 0) {
      const batch = entry.waiting.splice(0)
      const nowMs = batch.at(-1)!.nowMs
      const nowS = Math.floor(nowMs / 1_000)
      if (nowS >= entry.endsS && entry.left > 0) await release(key, entry)
      const missing = batch.length - entry.left
      if (missing > 0)
        await refill(key, entry, isNearLimit(entry, nowS) ? missing : Math.max(missing, advanceOf(entry.plan)), nowMs)
      for (const { resolve } of batch) {
        const admitted = entry.left > 0
        if (admitted) entry.left -= 1
        const verdict = verdictOf(entry.plan, entry.pool, entry.left, nowS, admitted)
        if (!admitted) entry.refusedUntilMs = refusalUntil(entry.plan, verdict.resetS * 1_000, nowMs)
        resolve(verdict)
      }
    }
    entry.isRefilling = false
  }

  async function refill(key: string, entry: Entry, want: number, nowMs: number): Promise<void> {
    const nowS = Math.floor(nowMs / 1_000)
    const { windows } = entry.plan
    const { granted, usedBefore, isCounted } = await take(key, entry.plan, nowS, want, nowMs)
    if (entry.left === 0) entry.uncounted = 0
    if (!isCounted) entry.uncounted += granted
    entry.takenS = nowS
    entry.endsS = Math.min(...windows.map(w => endOf(w, nowS)))
    entry.pool = windows.map((w, i) => Math.max(0, w.limit - (usedBefore[i] ?? 0) - granted))
    entry.left += granted
  }

  async function take(key: string, plan: Plan, nowS: number, want: number, nowMs: number) {
    if (local.until <= nowMs || local.until > nowMs + LOCAL_MS + CLOCK_BACK_MS)
      try {
        return { ...(await withTimeout(COUNTERS_MS_MAX, counters.take(key, plan, nowS, want))), isCounted: true }
      } catch (error) {
        local.until = nowMs + LOCAL_MS
        onCountersFailed(error)
      }
    return { ...local.take(key, plan, nowS, want), isCounted: false }
  }

  return {
    charge(key, plan, nowMs) {
      const entry = entryFor(key, plan, nowMs)
      const nowS = Math.floor(nowMs / 1_000)
      entry.usedMs = nowMs
      // During a refill, the rest belongs to the waiting requests.
      if (nowS < entry.endsS && !entry.isRefilling) {
        if (entry.left > 0) {
          entry.left -= 1
          return verdictOf(plan, entry.pool, entry.left, nowS, true)
        }
        if (nowMs < entry.refusedUntilMs) return verdictOf(plan, entry.pool, 0, nowS, false)
      }
      return new Promise(resolve => {
        entry.waiting.push({ resolve, nowMs })
        if (!entry.isRefilling) void serve(key, entry)
      })
    },
    async releaseIdle(nowMs) {
      const idle = [...entries].filter(([, e]) => e.left > 0 && !e.isRefilling && nowMs - e.usedMs >= IDLE_MS)
      await Promise.all(idle.map(([key, entry]) => release(key, entry)))
    },
  }

  /** Unused requests of an ended window still count in a longer one. */
  async function release(key: string, entry: Entry): Promise<void> {
    const { left, uncounted, takenS, plan } = entry
    entry.left = 0
    entry.pool = entry.pool.map(pool => pool + left)
    if (left <= uncounted) return
    await withTimeout(COUNTERS_MS_MAX, counters.giveBack(key, plan, takenS, left - uncounted)).catch(onCountersFailed)
  }
}

function advanceOf({ windows: [shortest] }: Plan): number {
  return Math.max(1, Math.min(ADVANCE_MAX, Math.floor(shortest.limit * ADVANCE_PART)))
}

/** Without advances no instance releases anything, so the refusal holds until the window ends. */
function refusalUntil(plan: Plan, resetMs: number, nowMs: number): number {
  return advanceOf(plan) === 1 ? resetMs : Math.min(resetMs, nowMs + REFUSAL_CACHE_MS)
}

function isNearLimit(entry: Entry, nowS: number): boolean {
  if (nowS >= entry.endsS) return false
  return Math.min(...entry.pool) < NEAR_ADVANCES * advanceOf(entry.plan)
}

/** Counts as if this were the only instance. */
function createLocalCounters() {
  const used = new LRUCache<string, { start: number; used: number }>({ max: KEYS_MAX })
  return {
    until: 0,
    take(key: string, { windows }: Plan, nowS: number, want: number) {
      const seen = windows.map(window => {
        const start = startOf(window, nowS)
        const known = used.get(`${key} ${window.name}`)
        if (known?.start === start) return known
        const fresh = { start, used: 0 }
        used.set(`${key} ${window.name}`, fresh)
        return fresh
      })
      const usedBefore = seen.map(window => window.used)
      const granted = Math.max(0, Math.min(want, ...windows.map((w, i) => w.limit - (usedBefore[i] ?? 0))))
      for (const window of seen) window.used += granted
      return { granted, usedBefore }
    },
  }
}
