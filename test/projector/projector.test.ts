import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import type { Projection } from '#declarations/read-model.ts'
import type { Database, Transaction } from '#edge/postgres/pool.ts'
import { historyOf } from '#projections/audit/history.ts'
import { refundHistoryView } from '#projections/refunds/history-view.ts'
import { refunds } from '#projections/refunds/refunds.ts'
import { buildReadModel } from '#projector/build.ts'
import { type Projector, startProjector } from '#projector/projector.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { revokeLease } from '#subscription/lease.ts'
import { newEvent } from '../edge/eventstore/harness.ts'
import { testLog } from '../harness/log.ts'
import { suite } from '../harness/suite.ts'
import { noteQueries } from './note-queries.ts'
import { playHistories, readLog } from './refund-histories.ts'
import { runningStores } from './running-stores.ts'
import { eventually } from './table-contents.ts'

const test = suite('the projector')
const stores = await runningStores()
const { db, store, logged } = stores
const history = historyOf([refundHistoryView])
let seed = 100

const projectors: Projector[] = []
function started(projections: Projection[], deps = stores.deps()): Projector {
  const projector = startProjector(deps, projections)
  projectors.push(projector)
  return projector
}

test.after(async () => {
  await Promise.all(projectors.map(projector => projector.stop()))
  await stores.stop()
})

const play = (count: number) => playHistories(store, { seed: ++seed, refunds: count, clients: 2, users: 5, daysMax: 9 })
const count = (table: string) =>
  db.oneFirst(sql.type(z.object({ count: z.int() }))`select count(*) as count from ${sql.identifier(['read', table])}`)
const lines = () => count('history')
const NEXT_VERSION = history.version + 1
/** A read model of its own name, so that tests do not meet in one table. */
const named = (name: string, given: Partial<Projection> = {}): Projection => ({
  ...history,
  name,
  tables: [
    sql.unsafe`create table ${sql.identifier([name])} (refund_id text, revision int, at timestamptz, type text not null,
    primary key (refund_id, revision))`,
  ],
  indexes: [],
  change: ({ stream, revision, at, type }) => ({ append: { refund_id: stream, revision, at, type } }),
  ...given,
})

test('is live when it has caught up, and shows later events', async () => {
  const deps = stores.deps()
  const projector = started([refunds, history], deps)
  assert.not(projector.health().ok)
  await eventually('live', () => projector.health().ok)
  assert.equal(
    logged.filter(({ level }) => Number(level) >= 40),
    [],
  )
  await play(10)
  const log = await readLog(store, 'refund-')
  await eventually('new events are shown', async () => (await lines()) === log.length)
  await eventually('nothing is behind', () => projector.health().ok && projector.health().lag_ms === 0)
  const { projections } = projector.health()
  assert.is(projections.refunds?.state, 'live')
  assert.match(await deps.metrics.metrics(), /subscription_ok\{subscription="refunds"\} 1/)
  await projector.stop()
})

test('stops before an event that fails in a handler, names it, and skips nothing', async () => {
  const poisonous = ({ stream, type }: { stream: string; type: string }) =>
    type === 'RefundCompleted' && stream.includes(`_${seed}_`)
  const change: Projection['change'] = event => {
    if (poisonous(event)) throw new Error('bad event')
    return { append: { refund_id: event.stream, revision: event.revision, at: event.at, type: event.type } }
  }
  const deps = stores.deps()
  const projector = started([named('poisoned', { change }), refunds], deps)
  seed += 1
  await eventually('live', () => projector.health().ok)
  seed -= 1
  await play(30)
  const log = await readLog(store, 'refund-')
  const poison = log.find(poisonous)!
  await eventually('stopped', () => projector.health().projections.poisoned?.state === 'failed')
  const { stream, revision, type } = poison
  assert.equal(projector.health().projections.poisoned?.failure, { stream, revision, type, reason: 'bad event' })
  assert.not(projector.health().ok)
  await eventually('only that one', () => projector.health().note === 'poisoned: failed')
  assert.match(await deps.metrics.metrics(), /subscription_failed\{subscription="poisoned"\} 1/)
  const told = logged.filter(line => line.subscription === 'poisoned' && line.level === 50)
  assert.equal(
    told.map(({ stream, revision }) => ({ stream, revision })),
    [{ stream, revision }],
  )
  assert.is(await count('poisoned'), log.indexOf(poison))
  await eventually('the other read model goes on', () => projector.health().projections.refunds?.state === 'live')
  await projector.stop()

  const mended = started([named('poisoned')])
  await eventually('live', () => mended.health().ok)
  assert.is(await count('poisoned'), log.length)
  await mended.stop()
})

test('read models that take an event write their rows with one statement; a refused value stops only its own', async () => {
  const model = (name: string, revisions: number) =>
    named(name, {
      prefixes: ['shared-'],
      tables: [
        sql.unsafe`create table ${sql.identifier([name])} (stream text, revision int check (revision < ${sql.literalValue(String(revisions))}),
          primary key (stream, revision))`,
      ],
      change: ({ stream, revision }) => ({ append: { stream, revision } }),
    })
  const statements: string[] = []
  const noting = {
    ...db,
    transaction: (work: (tx: Transaction) => Promise<unknown>) =>
      db.transaction(tx => work(noteQueries(tx, text => statements.push(text)))),
  } as unknown as Database
  const projector = started([model('shared_all', 10), model('shared_one', 1)], { ...stores.deps(), db: noting })
  await eventually('live', () => projector.health().ok)
  // They share what they take once both are at the log's end, which a busy machine may put off.
  await store.append('shared-0', 'no_stream', [newEvent()])
  await eventually('both have one', async () => (await count('shared_all')) + (await count('shared_one')) === 2)
  statements.length = 0
  await store.append('shared-1', 'no_stream', [newEvent()])
  await eventually('both have it', async () => (await count('shared_all')) + (await count('shared_one')) === 4)
  const naming = statements.filter(text => text.includes('insert into "read"."shared_'))
  assert.equal(
    naming.map(text => [...new Set(text.match(/shared_\w+/g))]),
    [['shared_all', 'shared_one']],
  )
  await store.append('shared-1', 0, [newEvent()])
  await eventually('one has stopped', () => projector.health().projections.shared_one?.state === 'failed')
  await store.append('shared-2', 'no_stream', [newEvent()])
  await eventually('the other has all', async () => (await count('shared_all')) === 4)
  assert.is(await count('shared_one'), 2)
  await projector.stop()
})

test('a character that PostgreSQL cannot store stops nothing, and is shown as replaced', async () => {
  const log = await readLog(store, 'refund-')
  const odd = log[Math.floor(log.length / 3)]!
  const words = (id: string) => (id === odd.id ? 'a\0b \ud800 \\u0000 \u{1f4a9}' : 'usual')
  const change: Projection['change'] = ({ id, stream, revision, at }) => ({
    append: { refund_id: stream, revision, at, type: words(id) },
  })
  const projector = started([named('odd', { change })])
  await eventually('live', () => projector.health().ok)
  assert.is(await count('odd'), log.length)
  const shown = await db.anyFirst(
    sql.type(z.object({ type: z.string() }))`select distinct type from read.odd order by type`,
  )
  assert.equal(shown, ['a\ufffdb \ufffd \\u0000 \u{1f4a9}', 'usual'])
  await projector.stop()
})

test('does not swap in tables whose build met an event that PostgreSQL refuses', async () => {
  const log = await readLog(store, 'refund-')
  const poison = log[Math.floor(log.length / 3)]!
  const change: Projection['change'] = ({ id, stream, revision, at, type }) => ({
    append: { refund_id: stream, revision, at, type: id === poison.id ? null : type },
  })
  const projector = started([named('refused', { change })])
  await eventually('stopped', () => projector.health().projections.refused?.state === 'failed')
  const { stream, revision, reason } = { reason: '', ...projector.health().projections.refused?.failure }
  assert.equal({ stream, revision }, { stream: poison.stream, revision: poison.revision })
  assert.match(reason, /null value|constraint/i)
  assert.is(await db.maybeOneFirst(sql.unsafe`select 1 from ops.checkpoints where name = 'refused'`), null)
  await projector.stop()
})

test('builds the tables of a new version alongside the live ones, and an older process leaves them alone', async () => {
  const old = started([named('versioned')])
  await eventually('live', () => old.health().ok)
  const wider = named('versioned', {
    version: NEXT_VERSION,
    tables: [
      sql.unsafe`create table versioned (refund_id text, revision int, shout text, primary key (refund_id, revision))`,
    ],
    change: ({ stream, revision, type }) => ({ append: { refund_id: stream, revision, shout: type.toUpperCase() } }),
  })
  const fresh = started([wider])
  await eventually('the new version is in place', async () =>
    db.exists(sql.unsafe`select 1 from ops.checkpoints where name = 'versioned' and version = ${NEXT_VERSION}`),
  )
  await play(10)
  await eventually('live', () => fresh.health().projections.versioned?.state === 'live')
  const log = await readLog(store, 'refund-')
  await eventually('everything is shown', async () => (await count('versioned')) === log.length)
  await eventually('the old process stands by', () => old.health().projections.versioned?.state === 'standby')
  assert.is(old.health().note, undefined)
  await fresh.stop()
  await eventually('nobody else follows', () => old.health().projections.versioned?.state === 'superseded')
  assert.ok(old.health().ok)
  assert.is(old.health().note, 'versioned: superseded')
  await old.stop()
})

test('of a new version shows what it alone takes, also where nothing comes that the older process takes', async () => {
  const old = started([named('quiet')])
  await eventually('live', () => old.health().ok)
  const leaders = createLeaderElection(db, testLog())
  const wider = named('quiet', { version: NEXT_VERSION, prefixes: [...history.prefixes, 'quiet-'] })
  const fresh = started([wider], { ...stores.deps(), leaders })
  try {
    await eventually('the new version is in place', async () =>
      db.exists(sql.unsafe`select 1 from ops.checkpoints where name = 'quiet' and version = ${NEXT_VERSION}`),
    )
    const before = await count('quiet')
    await store.append('quiet-1', 'no_stream', [newEvent()])
    await eventually('it is shown', async () => (await count('quiet')) === before + 1)
    await eventually('the old process stands by', () => old.health().projections.quiet?.state === 'standby')
  } finally {
    await Promise.all([old.stop(), fresh.stop()])
    await leaders.stop()
  }
})

test('continues by itself when its connections to PostgreSQL are cut', async () => {
  const projector = started([refunds, history])
  await eventually('live', () => projector.health().ok)
  for (let cut = 0; cut < 3; cut += 1) {
    const playing = play(20)
    await delay(30)
    await db.any(sql.type(z.object({ pid: z.int() }))`
      select pid, pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()`)
    await playing
  }
  const log = await readLog(store, 'refund-')
  await eventually('everything is shown', async () => (await lines()) === log.length)
  await eventually('in order again', () => projector.health().ok)
  await projector.stop()
})

test('builds dropped tables again', async () => {
  const before = await lines()
  await db.query(sql.unsafe`drop schema read cascade`)
  const projector = started([refunds, history])
  await eventually('live', () => projector.health().ok)
  assert.is(await lines(), before)
  await db.query(sql.unsafe`drop schema read cascade`)
  await play(5)
  await eventually('live again', async () => projector.health().ok && (await lines().catch(() => 0)) > before)
  await projector.stop()
})

test('builds tables again that were dropped while another process was leading, also when no event comes', async () => {
  const model = named('dropped_meanwhile')
  const first = started([model])
  await eventually('live', () => first.health().ok)
  const leaders = createLeaderElection(db, testLog())
  const second = started([model], { ...stores.deps(), leaders })
  await eventually('stands by', () => second.health().projections[model.name]?.state === 'standby')
  const before = await count(model.name)
  await db.query(sql.unsafe`drop table read.dropped_meanwhile`)
  await first.stop()
  await eventually('built again', async () => (await count(model.name).catch(() => 0)) === before)
  await second.stop()
  await leaders.stop()
})

test('keeps no row in memory of tables that another process replaced or wrote', async () => {
  const model = named('taken', {
    tables: [sql.unsafe`create table taken (stream text primary key, taken int not null)`],
    prefixes: ['counted-'],
    key: ['stream'],
    change: ({ stream }) => ({
      rows: [{ key: { stream }, next: row => ({ stream, taken: Number(row?.taken ?? 0) + 1 }) }],
    }),
  })
  const isTaken = (times: number) => db.exists(sql.unsafe`select 1 from read.taken where taken = ${times}`)
  let revision = -1
  const append = () => {
    revision += 1
    return store.append('counted-1', revision === 0 ? 'no_stream' : revision - 1, [newEvent()])
  }
  await append()
  const before = started([model])
  await eventually('live', () => before.health().ok)
  await before.stop()
  await db.query(sql.unsafe`update read.taken set taken = 100`)
  const projector = started([model])
  await eventually('live', () => projector.health().ok)
  await append()
  await eventually('wrong', () => isTaken(101))
  await db.query(sql.unsafe`delete from ops.checkpoints where name = 'taken'`)
  await buildReadModel(stores.deps(), model, new AbortController().signal)
  assert.ok(await isTaken(2))
  await append()
  await eventually('right', () => isTaken(3))
  // As another process would leave it that led meanwhile.
  await db.query(sql.unsafe`update read.taken set taken = 200`)
  await revokeLease(db, model.name)
  await append()
  await eventually('read again under the next lease', () => isTaken(201))
  await projector.stop()
})

test.run()
