import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { POOL_MAX } from '#config/environment.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import type { EventStore, LoggedEvent } from '#event-sourcing/event-store.ts'
import { buildReadModel } from '#projector/build.ts'
import { startProjector } from '#projector/projector.ts'
import { createLeaderElection, type LeaderElection } from '#subscription/leader-election.ts'
import { readModels } from '../harness/every-module.ts'
import { testLog } from '../harness/log.ts'
import { silentLine } from '../harness/silent-line.ts'
import { suite } from '../harness/suite.ts'
import { playHistories, readLog } from './refund-histories.ts'
import { runningStores } from './running-stores.ts'
import { eventually, shown, tableContents } from './table-contents.ts'

const test = suite('the position of a build')
const stores = await runningStores()
const { db, store } = stores
const refunds = readModels.find(({ name }) => name === 'refunds')!
const history = readModels.find(({ name }) => name === 'history')!
const never = new AbortController().signal

test.after(() => stores.stop())

const projector = startProjector(stores.deps(), readModels)
await eventually('the read models are built', () => projector.health().ok, 30_000)
await playHistories(store, { seed: 5, refunds: 60, clients: 2, users: 5, daysMax: 30 })
const log = await readLog(store, 'refund-')
await shown(db, log)
await projector.stop()

/** Lets `leaders` end also when the test fails. */
async function withLeaders(work: (first: LeaderElection, second: LeaderElection) => Promise<void>): Promise<void> {
  const [first, second] = [createLeaderElection(db, testLog()), createLeaderElection(db, testLog())]
  await second.runAsLeader('nothing', never, async () => undefined)
  await work(first, second).finally(() => Promise.all([first.stop(), second.stop()]))
}

const isLocked = (query: string) =>
  db.exists(sql.unsafe`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like ${query}`)

test('a process whose session ended during its swap does not swap in what another one has begun', () =>
  withLeaders(async (first, second) => {
    const live = await tableContents(db)
    const read = Promise.withResolvers<void>()
    const later: EventStore = {
      ...store,
      async subscribe(options) {
        await read.promise
        return store.subscribe(options)
      },
    }
    const [one, other] = await db.connect(async reader => {
      await reader.query(sql.unsafe`begin`)
      await reader.query(sql.unsafe`set local idle_in_transaction_session_timeout = 0`)
      await reader.query(sql.unsafe`select 1 from ops.checkpoints where name = 'refunds' for update`)
      const one = settled(buildReadModel({ store, db, leaders: first }, refunds, never))
      await eventually('a swap waits for the live tables', () => isLocked('%from ops.checkpoints where name%'))
      await db.query(sql.unsafe`
        select pg_terminate_backend(l.pid, 5000) from ops.leaders join pg_locks l on l.objid = holder and l.classid = 7246
        where name = 'build:refunds' and locktype = 'advisory'`)
      const other = settled(buildReadModel({ store: later, db, leaders: second }, refunds, never))
      await delay(150)
      await reader.query(sql.unsafe`commit`)
      return [one, other] as const
    })
    await delay(1_000)
    const between = await tableContents(db)
    read.resolve()
    await one
    assert.equal(lengthsOf(between), lengthsOf(live))
    assert.is(await other, 'built')
    assert.equal(await tableContents(db), live)
  }))

/** Whatever comes of it. */
const settled = (building: Promise<unknown>) => building.then(built => (built === 'taken' ? built : 'built'), String)

const lengthsOf = (contents: Record<string, readonly string[]>) =>
  Object.entries(contents).map(([table, rows]) => `${table}: ${rows.length}`)

/** The lease is lost some 12 s after the last answer. */
const GIVEN_UP_MS_MAX = 60_000

test('a process whose connections go silent while it creates indexes abandons the build', async () => {
  const url = new URL(stores.urls.DATABASE_URL)
  const line = await silentLine(Number(url.port))
  url.port = String(line.port)
  const far = await connectPostgres(url.href)
  const leaders = createLeaderElection(far, testLog())
  const slow = { ...refunds, indexes: [...refunds.indexes, sql.unsafe`select pg_sleep(2)`] }
  const building = settled(buildReadModel({ store, db: far, leaders }, slow, never))
  await eventually('an index is made', () =>
    db.exists(sql.unsafe`select 1 from pg_stat_activity where state = 'active' and query = 'select pg_sleep(2)'`),
  )
  line.silence()
  assert.match(
    await Promise.race([building, delay(GIVEN_UP_MS_MAX, 'waits for an answer that was lost', { ref: false })]),
    /^AbortError/,
  )
  await leaders.stop()
  line.close()
})

/** Two batches of a build. */
const MANY = 16_000

test('what PostgreSQL loses in a crash is not missing from the swapped tables', async () => {
  const many = Array.from({ length: MANY }, (_, number): LoggedEvent => {
    const place = BigInt(1e12 + number)
    return { ...log[0]!, stream: `refund-rf_${number}`, position: { commit: place, prepare: place } }
  })
  const lines = () =>
    db.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from building_history.history`)
  const crashing: EventStore = {
    ...store,
    async subscribe({ handle, onCaughtUp }) {
      const [first, second] = [many.slice(0, MANY / 2), many.slice(MANY / 2)]
      await handle({ events: first, position: first.at(-1)!.position })
      await eventually('the first batch is written', async () => (await lines()) === first.length)
      await crashPostgres()
      await handle({ events: second, position: second.at(-1)!.position })
      onCaughtUp?.()
    },
  }
  // The session that leads would be found lost with its next beat, seconds later.
  const holder = 1
  await db.query(sql.unsafe`insert into ops.leaders values ('build:history', ${holder}, now() + interval '1 hour')`)
  const leaders: LeaderElection = {
    ...stores.leaders,
    runAsLeader: (name, signal, work) => work({ name, holder, signal }),
  }
  assert.match(await settled(buildReadModel({ store: crashing, db, leaders }, history, never)), /^CheckpointMoved/)
})

/**
 * As one of whose processes was killed for want of memory; resolves when all of the pool's connections are new ones.
 */
async function crashPostgres(): Promise<void> {
  const pid = await db.oneFirst(sql.type(z.object({ pid: z.number() }))`select pg_backend_pid() as pid`)
  process.kill(pid, 'SIGKILL')
  const answers = Array.from({ length: POOL_MAX }, () => sql.unsafe`select pg_sleep(0.1)`)
  await eventually('PostgreSQL is back', () =>
    Promise.all(answers.map(question => db.query(question))).then(
      () => true,
      () => false,
    ),
  )
}

test.run()
