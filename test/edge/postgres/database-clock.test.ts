import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { startDatabaseClock } from '#edge/postgres/database-clock.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { dataFolder } from '../../harness/data-folder.ts'
import { testLog } from '../../harness/log.ts'
import { standstill } from '../../harness/standstill.ts'
import { suite } from '../../harness/suite.ts'

const test = suite("the database's clock")
const dataDir = dataFolder('clock-')
const postgres = await startEmbeddedPostgres({ dataDir })
const db = await connectPostgres(postgres.url)
/** What a busy machine may add to a reading. */
const ERROR_MS_MAX = 500
const stoodStillMs = standstill()

let shiftMs = 0
const logged: Record<string, unknown>[] = []
const metrics = new Registry()
const clock = await startDatabaseClock({
  db,
  log: testLog(line => logged.push(JSON.parse(line))),
  metrics,
  machine: () => new Date(Date.now() + shiftMs),
})
test.after(async () => {
  clock.stop()
  await db.end()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const databaseMs = () => db.oneFirst(sql.unsafe`select (extract(epoch from clock_timestamp()) * 1000)::float8`)
const isNear = (ms: number, expected: number) => Math.abs(ms - expected) < ERROR_MS_MAX + stoodStillMs()

test('time is the database time, whatever the clock of the machine shows', async () => {
  for (const seconds of [0, 2, -12, 29, -31, 3_600]) {
    shiftMs = seconds * 1_000
    assert.ok(isNear(clock.now().getTime(), Number(await databaseMs())), `${seconds} s off, before a reading`)
    await clock.read()
    assert.ok(isNear(clock.now().getTime(), Number(await databaseMs())), `${seconds} s off, after a reading`)
    const { offsetMs, isTooFar } = clock.difference()
    assert.ok(isNear(offsetMs, shiftMs), `${offsetMs} instead of ${shiftMs}`)
    assert.is(isTooFar, Math.abs(seconds) > 30, `${seconds} s off`)
    const [, told] = /^clock_offset_seconds (\S+)$/m.exec(await metrics.metrics()) ?? []
    assert.ok(isNear(Number(told) * 1_000, shiftMs), `metric ${told}`)
  }
})

test('leaving the limit and coming back is logged, each once', async () => {
  shiftMs = 0
  await clock.read()
  logged.length = 0
  for (const seconds of [29, 31, 40, -35, 2, 0]) {
    shiftMs = seconds * 1_000
    await clock.read()
  }
  assert.equal(
    logged.map(({ level, offset_ms }) => [level, Math.round(Number(offset_ms) / 1_000)]),
    [
      [50, 31],
      [30, 2],
    ],
  )
})

/**
 * A database whose answers take `tookMs` and tell the time of their middle, or of another moment, by a clock that is
 * `aheadMs` ahead.
 */
function slowDatabase() {
  const says = { tookMs: 0, momentMs: 0, aheadMs: 0 }
  const oneFirst = async () => {
    await delay(says.momentMs)
    const ms = performance.timeOrigin + performance.now() + says.aheadMs
    await delay(says.tookMs - says.momentMs)
    return ms
  }
  return { says, db: { ...db, oneFirst } as unknown as typeof db }
}

test('the more exact of two readings is kept, unless the clock was set or a minute has passed', async () => {
  const { says, db } = slowDatabase()
  const take = (tookMs: number, momentMs: number, aheadMs: number) => Object.assign(says, { tookMs, momentMs, aheadMs })
  const monotonic = performance.now.bind(performance)
  const real = () => performance.timeOrigin + performance.now()
  const parts = { db, log: testLog(), metrics: new Registry(), machine: () => new Date() }
  const NEAR_MS = 250
  take(2_000, 1_000, 0)
  const exact = await startDatabaseClock(parts)
  const aheadMs = () => exact.now().getTime() - real()
  const isAhead = (ms: number, when: string) =>
    assert.ok(Math.abs(aheadMs() - ms) < NEAR_MS + stoodStillMs(), `${aheadMs()} ms, ${when}`)
  isAhead(0, 'an answer is right in its middle')
  take(1_500, 0, 0)
  await exact.read()
  isAhead(-750, 'half of the time it took is the error of a reading')
  take(0, 0, 0)
  await exact.read()
  isAhead(0, 'a quick reading after slow ones')
  take(1_500, 0, 0)
  await exact.read()
  isAhead(0, 'a slow reading after a quick one')
  for (const hours of [1, -1]) {
    take(500, 250, hours * 3_600_000)
    await exact.read()
    isAhead(hours * 3_600_000, 'the clock was set')
    assert.ok(exact.stableForMs() < NEAR_MS + stoodStillMs(), 'as seen by this reading')
  }
  take(0, 0, 0)
  await exact.read()
  isAhead(0, 'and set right')
  const steadyForMs = exact.stableForMs()
  // The two monotonic clocks have drifted apart.
  take(1_500, 750, 500)
  await exact.read()
  isAhead(0, 'within the error of the reading')
  assert.ok(exact.stableForMs() > steadyForMs + 1_000, 'an inexact reading is no step')
  performance.now = () => monotonic() + 61_000
  try {
    await exact.read()
    isAhead(500, 'a minute later')
  } finally {
    performance.now = monotonic
    exact.stop()
  }
})

test('a database that does not answer leaves the last reading as it is', async () => {
  shiftMs = 0
  await clock.read()
  const failing = { ...db, oneFirst: () => Promise.reject(new Error('away')) } as unknown as typeof db
  let isAway = false
  const other = await startDatabaseClock({
    db: {
      ...db,
      oneFirst: (query: Parameters<typeof db.oneFirst>[0]) => (isAway ? failing : db).oneFirst(query),
    } as typeof db,
    log: testLog(),
    metrics: new Registry(),
    machine: () => new Date(),
  })
  isAway = true
  await other.read().then(
    () => assert.unreachable('it did not answer'),
    ({ message }) => assert.is(message, 'away'),
  )
  assert.ok(isNear(other.now().getTime(), Date.now()))
  other.stop()
})

test.run()
