import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from './pool.ts'

/**
 * The database's clock, which all processes share: what one of them wrote is judged by others, so none goes by its own
 * machine's. It is read every few seconds; in between the monotonic clock counts on, so that a step of the machine's clock
 * changes nothing.
 */
export type DatabaseClock = {
  now(): Date
  /** Reads the clock anew. Rejects when the database does not answer; then the last reading goes on. */
  read(): Promise<void>
  /** For how long no step of the database's clock has been seen; at most since the start. Counted by the monotonic clock. */
  stableForMs(): number
  /** How far the machine's clock is ahead of the database's (negative: behind), and whether that is too far. */
  difference(): { offsetMs: number; isTooFar: boolean }
  stop(): void
}

/** A machine that is further off has a clock that nobody keeps: certificates, logs and other services go wrong with it. */
export const OFFSET_MS_MAX = 30_000
const READ_EVERY_MS = 5_000
/** A reading is kept until a better one comes, but not for longer: the monotonic clocks of two machines drift apart by up to 0.5 ms in it. */
const KEPT_MS_MAX = 60_000
/** A clock that says so much else than the last reading was set, or is another's; less is an inexact reading. */
const STEP_MS_MIN = 5_000
const MS = 1_000

type Reading = {
  /** What the database said, and the monotonic time of this process at that moment. */
  databaseMs: number
  monotonicMs: number
  /** Half of the time the question took: the answer was right at some moment within it. */
  errorMs: number
}

const ClockRow = z.object({ clock_ms: z.number() })
const clockQuery = sql.type(ClockRow)`select (extract(epoch from clock_timestamp()) * 1000)::float8 as clock_ms`

/** What the database's clock says now, milliseconds since 1970. */
export function databaseMs(db: Database): Promise<number> {
  return db.oneFirst(clockQuery)
}

type ClockOptions = { db: Database; log: Logger; metrics: Registry /** The machine's clock. */; machine: () => Date }

/** Resolves when it was read for the first time. */
export async function startDatabaseClock({ db, log, metrics, machine }: ClockOptions): Promise<DatabaseClock> {
  let latest = await readOnce(db)
  let stableSince = performance.now()
  let offsetMs = 0
  let isTooFar = false
  const nowMs = () => latest.databaseMs + performance.now() - latest.monotonicMs

  function compare(): void {
    offsetMs = machine().getTime() - nowMs()
    const wasTooFar = isTooFar
    isTooFar = Math.abs(offsetMs) > OFFSET_MS_MAX
    const details = { offset_ms: Math.round(offsetMs), offset_ms_max: OFFSET_MS_MAX }
    if (isTooFar && !wasTooFar) log.error(details, "this machine's clock is too far from the database's: not ready")
    if (!isTooFar && wasTooFar) log.info(details, "this machine's clock agrees with the database's again")
  }

  async function read(): Promise<void> {
    const fresh = await readOnce(db)
    if (Math.abs(aheadMs(fresh, latest)) > STEP_MS_MIN) stableSince = performance.now()
    if (isBetter(fresh, latest)) latest = fresh
    compare()
  }

  compare()
  new Gauge({
    name: 'clock_offset_seconds',
    help: "How far this machine's clock is ahead of the database's",
    registers: [metrics],
    collect() {
      this.set(offsetMs / MS)
    },
  })
  // A database that is away shows in the health; its last reading goes on meanwhile.
  const timer = setInterval(() => void read().catch(() => undefined), READ_EVERY_MS).unref()
  return {
    now: () => new Date(nowMs()),
    read,
    stableForMs: () => performance.now() - stableSince,
    difference: () => ({ offsetMs, isTooFar }),
    stop: () => clearInterval(timer),
  }
}

async function readOnce(db: Database): Promise<Reading> {
  const sentAt = performance.now()
  const ms = await databaseMs(db)
  const errorMs = (performance.now() - sentAt) / 2
  return { databaseMs: ms, monotonicMs: sentAt + errorMs, errorMs }
}

/** More exact, in contradiction to what is kept (the database's clock was set), or simply newer by a minute. */
function isBetter(fresh: Reading, latest: Reading): boolean {
  const contradicts = Math.abs(aheadMs(fresh, latest)) > fresh.errorMs + latest.errorMs
  return contradicts || fresh.errorMs <= latest.errorMs || fresh.monotonicMs - latest.monotonicMs > KEPT_MS_MAX
}

/** How much more time has passed between two readings by the database's clock than by the monotonic one. */
function aheadMs(fresh: Reading, latest: Reading): number {
  return fresh.databaseMs - latest.databaseMs - (fresh.monotonicMs - latest.monotonicMs)
}
