import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import type { Projection } from '#declarations/read-model.ts'
import type { EventStore, LoggedEvent } from '#event-sourcing/event-store.ts'
import { type BuildOptions, type BuildProgress, type BuildResult, buildReadModel } from '#projector/build.ts'
import { startProjector } from '#projector/projector.ts'
import { depth } from '../harness/depth.ts'
import { readModels } from '../harness/every-module.ts'
import { suite } from '../harness/suite.ts'
import { playHistories, playReservations, random, readLog } from './refund-histories.ts'
import { runningStores } from './running-stores.ts'
import { eventually, shown, tableContents } from './table-contents.ts'

const KILLS = depth(3, 30)
/** Events per step of a build. */
const BATCH = 40

const test = suite('builds that share a subscription')
const stores = await runningStores()
const { db, store, leaders } = stores
const children = new Set<ChildProcess>()

test.after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await stores.stop()
})

const projector = startProjector(stores.deps(), readModels)
await eventually('the read models are there', () => projector.health().ok, 30_000)
await playHistories(store, { seed: 51, refunds: 300, clients: 3, users: 12, daysMax: 90 })
await playReservations(store, 40)
const log = [...(await readLog(store, 'refund-')), ...(await readLog(store, 'transaction-'))]
await shown(db, log)
await projector.stop()
const live = await tableContents(db)

const models = ['refunds', 'history', 'events', 'reservations'].map(
  name => readModels.find(known => known.name === name)!,
)
const eventsOf = ({ prefixes }: Projection) =>
  log.filter(({ stream }) => prefixes.some(prefix => stream.startsWith(prefix)))
const never = new AbortController().signal
const isEqual = async () => assert.equal(await tableContents(db), live)
const written = ({ name }: Projection) =>
  db.oneFirst(sql.type(z.object({ events: z.number() }))`
    select events from ${sql.identifier([`building_${name}`, 'unfinished'])}`)

/** In small batches; counts what is sent. */
function countingStore(): { counting: EventStore; sent: () => number } {
  let sent = 0
  const counting: EventStore = {
    ...store,
    subscribe: options =>
      store.subscribe({
        ...options,
        batchMax: BATCH,
        async handle(batch) {
          sent += batch.events.length
          await options.handle(batch)
        },
      }),
  }
  return { counting, sent: () => sent }
}

type Built = { before: number } | string

/** All at once; of each, how many events were there before, or why it failed. */
function buildAll(counting: EventStore, projections: Projection[], options: BuildOptions = {}): Promise<Built[]> {
  return Promise.all(
    projections.map(projection =>
      buildReadModel({ store: counting, db, leaders }, projection, never, { batchMax: BATCH, ...options }).then(
        built => {
          if (built === 'taken') return built
          assert.is(built.events, eventsOf(projection).length, projection.name)
          return { before: built.before }
        },
        error => `${error.name}: ${error.cause?.message ?? error.message}`,
      ),
    ),
  )
}

/** Builds until so many events are read. */
async function interruptedAt(projection: Projection, events: number): Promise<number> {
  const stopping = new AbortController()
  const onProgress = (progress: BuildProgress) => {
    if (progress.events >= events) stopping.abort()
  }
  const options = { batchMax: BATCH, fromScratch: true, onProgress }
  const building = buildReadModel(
    { store: countingStore().counting, db, leaders },
    projection,
    stopping.signal,
    options,
  )
  assert.match(await building.then(() => 'it went on', String), /^AbortError/)
  const now = await written(projection)
  assert.ok(now > 0 && now < events + 2 * BATCH, `${now} events are written`)
  return now
}

test('take each event from the log about once, together', async () => {
  const { counting, sent } = countingStore()
  assert.equal(
    await buildAll(counting, models),
    models.map(() => ({ before: 0 })),
  )
  // They begin within a moment of each other; what was sent before the last one came is sent again.
  const apart = models.reduce((sum, model) => sum + eventsOf(model).length, 0)
  assert.ok(sent() >= log.length && sent() < 0.8 * apart, `${sent()} sent; ${apart} for each by itself`)
  await isEqual()
})

test('continue each from its own position, ahead of the others or behind them', async () => {
  const [refunds, history, events] = models as [Projection, Projection, Projection]
  const ahead = await interruptedAt(refunds, Math.floor(eventsOf(refunds).length * 0.8))
  const behind = await interruptedAt(events, Math.floor(eventsOf(events).length * 0.2))
  assert.equal(await buildAll(countingStore().counting, [refunds, history, events]), [
    { before: ahead },
    { before: 0 },
    { before: behind },
  ])
  await isEqual()
})

test('stop alone at an event that one of them cannot take', async () => {
  const [refunds, history, events] = models as [Projection, Projection, Projection]
  const poison = eventsOf(history)[Math.floor(eventsOf(history).length / 2)]!
  const poisoned: Projection = {
    ...history,
    change(event) {
      if (event.id === poison.id) throw new Error('not this one')
      return history.change(event)
    },
  }
  assert.equal(await buildAll(countingStore().counting, [refunds, poisoned, events]), [
    { before: 0 },
    'EventRefused: not this one',
    { before: 0 },
  ])
  await isEqual()
  const isBefore = ({ position }: LoggedEvent) => position.commit < poison.position.commit
  const before = eventsOf(history).filter(isBefore).length
  assert.is(await written(history), before, 'everything before it is written')
  assert.equal(await buildAll(countingStore().counting, [history]), [{ before }])
  await isEqual()
})

test('stop alone when one of them loses its lease', async () => {
  const [refunds, history, events] = models as [Projection, Projection, Projection]
  const robbed: EventStore['subscribe'] = async options => {
    await eventually('they hold their leases', () =>
      db.exists(sql.unsafe`select 1 from ops.leaders where name = 'build:history'`),
    )
    await db.query(sql.unsafe`update ops.leaders set holder = holder + 1 where name = 'build:history'`)
    return countingStore().counting.subscribe(options)
  }
  const outcomes = await buildAll({ ...store, subscribe: robbed }, [refunds, history, events])
  assert.match(String(outcomes[1]), /^(LeaseLost|AbortError)/)
  assert.equal([outcomes[0], outcomes[2]], [{ before: 0 }, { before: 0 }])
  await db.query(sql.unsafe`delete from ops.leaders where name = 'build:history'`)
  await buildAll(countingStore().counting, [history])
  await isEqual()
})

type Told = { name: string } & ({ built: BuildResult } | BuildProgress)

/** All in one process, which ends when one of them has read so many events. */
async function buildInProcess(killAt = Number.POSITIVE_INFINITY): Promise<Told[]> {
  const file = new URL('build-process.ts', import.meta.url).pathname
  const names = models.map(({ name }) => name).join()
  const child = spawn(process.execPath, [file, names, String(BATCH), String(killAt)], {
    env: { ...process.env, ...stores.urls },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  const gone = once(child, 'exit')
  const told: Told[] = []
  for await (const line of createInterface({ input: child.stdout! })) told.push(JSON.parse(line))
  await gone
  children.delete(child)
  return told
}

/** A session of a process that is gone ends with the statement that it has under way. */
const isBusy = () =>
  db.exists(sql.unsafe`
    select 1 from pg_stat_activity where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`)

test('continue each from what it had written when their process is killed', async () => {
  const next = random(13)
  const { length } = eventsOf(models[1]!)
  const points = Array.from({ length: KILLS }, () => Math.floor((0.1 + 0.8 * next()) * length)).sort((a, b) => a - b)
  let before = new Map<string, number>()
  for (const point of points) {
    await buildInProcess(point)
    await eventually('nothing is written any more', async () => !(await isBusy()))
    before = new Map(await Promise.all(models.map(async model => [model.name, await written(model)] as const)))
  }
  assert.ok(Math.max(...before.values()) > 0)
  const told = await buildInProcess()
  for (const model of models) {
    const built = told.find(line => line.name === model.name && 'built' in line)
    assert.ok(built !== undefined && 'built' in built)
    assert.is(built.built.before, before.get(model.name), model.name)
    assert.is(built.built.events, eventsOf(model).length, model.name)
  }
  await isEqual()
})

test.run()
