import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import type { Projection } from '#declarations/read-model.ts'
import { type EventStore, isReadable } from '#event-sourcing/event-store.ts'
import { type BuildOptions, buildReadModel } from '#projector/build.ts'
import { liveTarget } from '#projector/build-target.ts'
import { startProjector } from '#projector/projector.ts'
import { openBuild } from '#projector/resumable-build.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { readModels } from '../harness/every-module.ts'
import { testLog } from '../harness/log.ts'
import { suite } from '../harness/suite.ts'
import { playHistories, readLog } from './refund-histories.ts'
import { runningStores } from './running-stores.ts'
import { eventually, shown, tableContents } from './table-contents.ts'

/** When a build goes on where another one ended, and when it must not. */
const test = suite('a build that was interrupted')
const stores = await runningStores()
const { db, store, leaders } = stores
const refunds = readModels.find(({ name }) => name === 'refunds')!
const never = new AbortController().signal
const BATCH = 50

test.after(() => stores.stop())

const projector = startProjector(stores.deps(), readModels)
await eventually('the read models are there', () => projector.health().ok, 30_000)
await playHistories(store, { seed: 41, refunds: 200, clients: 2, users: 5, daysMax: 30 })
const log = await readLog(store, 'refund-')
await shown(db, log)
await projector.stop()
const live = await tableContents(db)

const written = () =>
  db.oneFirst(sql.type(z.object({ events: z.number() }))`select events from building_refunds.unfinished`)

/** Reads half of the log and is interrupted when that is written; answers how much that is. */
async function interrupted(deps: Partial<typeof stores> = {}, projection: Projection = refunds): Promise<number> {
  const half = log.length >> 1
  const stopping = new AbortController()
  const halting: EventStore = {
    ...store,
    subscribe: options =>
      store.subscribe({
        ...options,
        batchMax: BATCH,
        async handle(batch) {
          if (batch.position.commit < log[half]!.position.commit) return options.handle(batch)
          await eventually('what was read is written', async () => (await written()) > 0)
          stopping.abort()
        },
      }),
  }
  const options: BuildOptions = { fromScratch: true, batchMax: BATCH }
  const building = buildReadModel({ db, leaders, ...deps, store: halting }, projection, stopping.signal, options)
  assert.match(await building.then(() => 'it went on', String), /^AbortError/)
  const events = await written()
  assert.ok(events > 0 && events < log.length)
  return events
}

/** Builds to the end; answers how many events were there before. */
async function resumed(projection = refunds, given: Partial<EventStore> = {}, options: BuildOptions = {}) {
  const built = await buildReadModel({ store: { ...store, ...given }, db, leaders }, projection, never, options)
  if (built === 'taken') throw new Error('another one is building')
  assert.is(built.events, log.length)
  return built.before
}

const isEqual = async () => assert.equal(await tableContents(db), live)

test('continues', async () => {
  const before = await interrupted()
  assert.is(await resumed(), before)
  await isEqual()
})

test('begins again on request', async () => {
  await interrupted()
  assert.is(await resumed(refunds, {}, { fromScratch: true }), 0)
  await isEqual()
})

test('begins again for another version of the read model, and for other tables of the same', async () => {
  await interrupted({}, { ...refunds, version: refunds.version - 1 })
  assert.is(await resumed(), 0)
  await interrupted({}, { ...refunds, indexes: refunds.indexes.slice(1) })
  assert.is(await resumed(), 0)
  await isEqual()
})

test('begins again when the log is another one: another event at its position, or none', async () => {
  await interrupted()
  assert.is(await resumed(refunds, { at: async () => null }), 0)
  await interrupted()
  const other: EventStore['at'] = async position => {
    const event = await store.at(position)
    if (event === null || !isReadable(event)) return event
    return { ...event, metadata: { ...event.metadata, hash: 'of something else' } }
  }
  assert.is(await resumed(refunds, { at: other }), 0)
  await isEqual()
})

test('is left as it was by a process that lost its lease before it continues', async () => {
  await interrupted()
  const id = () => db.oneFirst(sql.type(z.object({ id: z.int() }))`select id from building_refunds.unfinished`)
  const before = await id()
  const late: EventStore['at'] = async position => {
    await db.query(sql.unsafe`update ops.leaders set holder = holder + 1 where name = 'build:refunds'`)
    return store.at(position)
  }
  assert.match(await resumed(refunds, { at: late }).then(() => 'it went on', String), /^LeaseLost/)
  assert.is(await id(), before)
  await db.query(sql.unsafe`delete from ops.leaders where name = 'build:refunds'`)
  assert.ok((await resumed()) > 0)
})

test('is left alone when another one has begun between reading it and continuing it', async () => {
  await interrupted()
  const begun: EventStore['at'] = async position => {
    await db.query(sql.unsafe`update ops.checkpoints set version = version + 1 where name = 'build:refunds'`)
    return store.at(position)
  }
  assert.match(await resumed(refunds, { at: begun }).then(() => 'it went on', String), /^CheckpointMoved/)
  assert.is(await resumed(), 0)
})

test('begins again when it is further than it may be', async () => {
  await interrupted()
  const { schema, name } = liveTarget(refunds)
  const taken = (notBeyond: bigint) =>
    leaders.runAsLeader(name, never, async lease => {
      const place = await openBuild({ store, db }, refunds, { schema, name }, lease, { positionMax: notBeyond })
      return place.position()?.commit ?? null
    })
  const at = await taken(log.at(-1)!.position.commit)
  if (typeof at !== 'bigint') throw new Error(`it has begun anew: ${at}`)
  assert.is(await taken(at), at)
  assert.is(await taken(at - 1n), null)
})

test('begins again when one of its tables or its checkpoint is gone', async () => {
  await interrupted()
  await db.query(sql.unsafe`drop table building_refunds.refund_counts`)
  assert.is(await resumed(), 0)
  await interrupted()
  await db.query(sql.unsafe`delete from ops.checkpoints where name = 'build:refunds'`)
  assert.is(await resumed(), 0)
  await isEqual()
})

test('begins again where an older release, which continues no build, has begun meanwhile', async () => {
  await interrupted()
  await db.query(sql.unsafe`update ops.checkpoints set version = 1, last_event = null where name = 'build:refunds'`)
  assert.is(await resumed(), 0)
  await isEqual()
})

test('continues after its tables have their indexes', async () => {
  const stopping = new AbortController()
  const building = buildReadModel({ store, db, leaders }, refunds, stopping.signal, {
    onProgress({ phase }) {
      if (phase === 'waiting to be put in place') stopping.abort()
    },
  })
  assert.match(
    await db.connect(async reader => {
      await reader.query(sql.unsafe`begin`)
      await reader.query(sql.unsafe`set local idle_in_transaction_session_timeout = 0`)
      await reader.query(sql.unsafe`select 1 from ops.checkpoints where name = 'refunds' for update`)
      const outcome = await building.then(() => 'it went on', String)
      await reader.query(sql.unsafe`commit`)
      return outcome
    }),
    /^AbortError/,
  )
  assert.is(await resumed(), log.length)
  const indexes = await db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from pg_indexes where schemaname = 'read' and tablename = 'refunds'`)
  assert.is(indexes, refunds.indexes.length + 1)
  await isEqual()
})

test('is taken from a process that still writes, which is refused then', async () => {
  const [first, second] = [createLeaderElection(db, testLog()), createLeaderElection(db, testLog())]
  const waiting = Promise.withResolvers<void>()
  const frozen: EventStore = {
    ...store,
    subscribe: options =>
      store.subscribe({
        ...options,
        batchMax: BATCH,
        async handle(batch) {
          await options.handle(batch)
          if (batch.position.commit > log[log.length >> 1]!.position.commit) await waiting.promise
        },
      }),
  }
  const options = { fromScratch: true, batchMax: BATCH }
  const one = buildReadModel({ store: frozen, db, leaders: first }, refunds, never, options).then(
    () => 'it went on',
    String,
  )
  await eventually('half is written', async () => (await written().catch(() => 0)) > log.length / 3)
  // Its lease is another's by then, which it has not heard of.
  await db.query(sql.unsafe`delete from ops.leaders where name = 'build:refunds'`)
  const stopping = new AbortController()
  const held = Promise.withResolvers<void>()
  const halting: EventStore = {
    ...store,
    subscribe: given =>
      store.subscribe({
        ...given,
        batchMax: BATCH,
        async handle(batch) {
          await given.handle(batch)
          held.resolve()
          await delay(60_000, undefined, { signal: stopping.signal }).catch(() => undefined)
        },
      }),
  }
  let before = 0
  const onProgress: BuildOptions['onProgress'] = progress => {
    before = progress.before
  }
  const other = buildReadModel({ store: halting, db, leaders: second }, refunds, never, { batchMax: BATCH, onProgress })
  await held.promise
  assert.ok(before > 0, 'the other one goes on')
  waiting.resolve()
  assert.is.not(await one, 'it went on')
  stopping.abort()
  const built = await other
  assert.is(built !== 'taken' && built.events, log.length)
  await isEqual()
  await Promise.all([first.stop(), second.stop()])
})

test.run()
