import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from './pool.ts'
import { prepared } from './prepared.ts'

export type DatabaseClock = {
  now(): Date
  /** Rejects without an answer; the last reading continues. */
  read(): Promise<void>
  /** Time without a step of the database's clock, since the start at most, by the monotonic clock. */
  stableForMs(): number
  /** `offsetMs`: how far the machine's clock is ahead of the database's. */
  difference(): { offsetMs: number; isTooFar: boolean }
  stop(): void
}

/** Beyond this the machine's clock is unsynchronised, and certificates and logs go wrong with it. */
export const OFFSET_MS_MAX = 30_000
const READ_EVERY_MS = 5_000
/** A more exact reading is kept this long; monotonic clocks of two machines drift by up to 0.5 ms in it. */
const KEPT_MS_MAX = 60_000
/** A larger difference is a step, a smaller one an inexact reading. */
const STEP_MS_MIN = 5_000
const MS = 1_000

type Reading = {
  databaseMs: number
  monotonicMs: number
  /** Half of the round trip. */
  errorMs: number
}

const ClockRow = z.object({ clock_ms: z.number() })
const clockQuery = prepared(
  sql.type(ClockRow)`select (extract(epoch from clock_timestamp()) * 1000)::float8 as clock_ms`,
)

export function databaseMs(db: Database): Promise<number> {
  return db.oneFirst(clockQuery)
}

type ClockOptions = { db: Database; log: Logger; metrics: Registry /** The machine's clock. */; machine: () => Date }

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
  // The health reports a database that is away.
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

/** Whether a reading is more exact, contradicts the last one (a step), or replaces an old one. */
function isBetter(fresh: Reading, latest: Reading): boolean {
  const contradicts = Math.abs(aheadMs(fresh, latest)) > fresh.errorMs + latest.errorMs
  return contradicts || fresh.errorMs <= latest.errorMs || fresh.monotonicMs - latest.monotonicMs > KEPT_MS_MAX
}

function aheadMs(fresh: Reading, latest: Reading): number {
  return fresh.databaseMs - latest.databaseMs - (fresh.monotonicMs - latest.monotonicMs)
}
