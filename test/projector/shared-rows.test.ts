import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { type Projection, projection, type RowChange } from '#declarations/read-model.ts'
import { connectPostgres, type Transaction } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { category, type EventOf } from '#event-sourcing/category.ts'
import type { DomainEvent } from '#event-sourcing/decider.ts'
import type { EventStore, LoggedEvent } from '#event-sourcing/event-store.ts'
import { plain } from '#event-sourcing/field-classes.ts'
import { buildReadModel } from '#projector/build.ts'
import { applyEvents, planChanges, writeChanges } from '#projector/rows.ts'
import { createTables } from '#projector/tables.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { PoisonEvent } from '#subscription/poison-event.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { testLog } from '../harness/log.ts'
import { recordedOf } from '../harness/scenario.ts'
import { suite } from '../harness/suite.ts'
import { noteQueries } from './note-queries.ts'
import { rowsInMemory } from './rows-in-memory.ts'

/**
 * Rows that many streams write: how many leases each server has, by region and kind, from the streams of the leases.
 */
const test = suite('rows of another key than the stream')
const folder = dataFolder('shared-rows-')
const postgres = await startEmbeddedPostgres({ dataDir: folder })
const db = await connectPostgres(postgres.url)
const leaders = createLeaderElection(db, testLog())
await migrate(db, subscriptionMigrations)

test.after(async () => {
  await leaders.stop()
  await db.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const Server = z.object({
  region: z.string(),
  server: z.int(),
  taken: z.int(),
  came_from: z.string().nullable(),
  last_at: z.string(),
})
type Server = z.infer<typeof Server>
type Place = z.infer<typeof Place>

const Place = z.strictObject(plain({ region: z.string(), server: z.int() }))
const LeaseEvents = { Taken: Place, Moved: z.strictObject({ from: Place, to: Place }), GivenBack: Place }
type LeaseEvent = EventOf<typeof LeaseEvents>
const leases = category({ prefix: 'lease-', events: LeaseEvents })

function oneMore(key: Place, at: string, cameFrom?: Place): RowChange<Server> {
  return {
    key,
    ...(cameFrom && { otherKeys: [cameFrom] }),
    next: (row, left) => ({
      ...key,
      taken: (row?.taken ?? 0) + 1,
      came_from: cameFrom ? `${cameFrom.region} ${left?.taken ?? 'empty'}` : (row?.came_from ?? null),
      last_at: at,
    }),
  }
}

function oneLess(key: Place, at: string): RowChange<Server> {
  return {
    key,
    next(row) {
      if (row === undefined) throw new Error('nothing to give back')
      return row.taken === 1 ? null : { ...row, taken: row.taken - 1, last_at: at }
    },
  }
}

const servers = projection<Server, LeaseEvent>({
  name: 'servers',
  version: 1,
  row: Server,
  streams: [leases],
  tables: [
    sql.unsafe`create table servers (region text, server integer, taken integer not null, came_from text, last_at timestamptz not null,
      primary key (region, server))`,
    sql.unsafe`create table server_counts (region text, load text, count bigint not null check (count > 0), primary key (region, load))`,
  ],
  indexes: [],
  key: ['region', 'server'],
  counters: [
    {
      table: 'server_counts',
      columns: ['region', 'load'],
      of: ({ region, taken }) => [{ region, load: taken > 1 ? 'many' : 'one' }],
    },
  ],
  on: {
    Taken: ({ data, at }) => ({ rows: [oneMore(data, at)] }),
    Moved: ({ data: { from, to }, at }) => ({ rows: [oneLess(from, at), oneMore(to, at, from)] }),
    GivenBack: ({ data, at }) => ({ rows: [oneLess(data, at)] }),
  },
})

/** A log in which leases, each with a stream of its own, are taken, moved and given back as `steps` say. */
function logOf(steps: { lease: number; server: number; gives: boolean }[]): LoggedEvent[] {
  const at = (server: number): Place => ({ region: server % 2 === 0 ? 'even' : 'odd', server })
  const holds = new Map<number, number>()
  const events = steps.map(({ lease, server, gives }): [string, LeaseEvent] => {
    const stream = `lease-${lease}`
    const held = holds.get(lease)
    if (held !== undefined && gives) {
      holds.delete(lease)
      return [stream, { type: 'GivenBack', data: at(held) }]
    }
    holds.set(lease, server)
    if (held === undefined) return [stream, { type: 'Taken', data: at(server) }]
    return [stream, { type: 'Moved', data: { from: at(held), to: at(server) } }]
  })
  return events.map(([stream, event], index) => ({
    ...recordedOf<DomainEvent>([event], stream)[0]!,
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
    position: { commit: BigInt(100 * index), prepare: BigInt(100 * index) },
  }))
}

/** The rows and counters that the handlers come to, one event and one row after the other. */
function expectedOf(log: LoggedEvent[]) {
  const rows = rowsInMemory(servers, log)
  const counts = new Map<string, number>()
  for (const { region, taken } of rows) {
    const counted = `${region} ${Number(taken) > 1 ? 'many' : 'one'}`
    counts.set(counted, (counts.get(counted) ?? 0) + 1)
  }
  return {
    rows: rows.map(row => `${row.region} ${row.server} ${row.taken} ${row.came_from} ${row.last_at}`).sort(),
    counts: [...counts].map(([counted, count]) => `${counted} ${count}`).sort(),
  }
}

const AnyRow = z.record(z.string(), z.unknown())

async function shownIn(schema: string) {
  const rows = await db.any(sql.type(AnyRow)`select * from ${sql.identifier([schema, 'servers'])}`)
  const counts = await db.any(sql.type(AnyRow)`select * from ${sql.identifier([schema, 'server_counts'])}`)
  return {
    rows: rows.map(row => `${row.region} ${row.server} ${row.taken} ${row.came_from} ${row.last_at}`).sort(),
    counts: counts.map(({ region, load, count }) => `${region} ${load} ${count}`).sort(),
  }
}

/** Applied in batches as long as `sizes` say, over and over. */
async function appliedIn(sizes: number[], log: LoggedEvent[]) {
  await createTables(db, 'applied', servers, async () => {})
  for (let from = 0, turn = 0; from < log.length; turn += 1) {
    const until = from + sizes[turn % sizes.length]!
    const apply = (tx: Transaction) => applyEvents(tx, 'applied', servers, log.slice(from, until))
    await db.transaction(apply)
    from = until
  }
  return shownIn('applied')
}

/** A store whose connection is lost after each batch and brings the last `again` events once more. */
function storeOf(log: LoggedEvent[], size: number, again: number): EventStore {
  const subscribe: EventStore['subscribe'] = async ({ handle, onCaughtUp, signal }) => {
    for (let from = 0; from < log.length && !signal.aborted; from += size) {
      const events = log.slice(Math.max(0, from - again), from + size)
      await handle({ events, position: events.at(-1)!.position })
    }
    onCaughtUp?.()
    await new Promise(resolve => {
      if (signal.aborted) resolve(undefined)
      signal.addEventListener('abort', resolve)
    })
  }
  return { subscribe } as EventStore
}

const never = new AbortController().signal
const clean = () => db.query(sql.unsafe`delete from ops.checkpoints`)

async function rebuilt(log: LoggedEvent[], size: number, again: number) {
  await clean()
  const built = await buildReadModel({ store: storeOf(log, size, again), db, leaders }, servers, never)
  assert.is(built !== 'taken' && built.events, log.length)
  return shownIn('read')
}

const steps = fc.array(fc.record({ lease: fc.nat(9), server: fc.nat(4), gives: fc.boolean() }), {
  minLength: 1,
  maxLength: 80,
})

test('are the same applied one by one, in batches of any size, and rebuilt over a connection that brings events again', () =>
  fc.assert(
    fc.asyncProperty(
      steps,
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
      fc.nat(5),
      async (given, sizes, again) => {
        const log = logOf(given)
        const expected = expectedOf(log)
        assert.equal(await appliedIn([1], log), expected)
        assert.equal(await appliedIn(sizes, log), expected)
        assert.equal(await rebuilt(log, sizes[0]!, again), expected)
      },
    ),
    { numRuns: 25 },
  ))

test('are the same after a build that was interrupted and started over', async () => {
  const log = logOf(
    Array.from({ length: 60 }, (_, step) => ({ lease: step % 7, server: step % 5, gives: step % 3 === 0 })),
  )
  await clean()
  const interrupted = new AbortController()
  const store = storeOf(log, 10, 0)
  await buildReadModel({ store, db, leaders }, servers, interrupted.signal, {
    onProgress({ events }) {
      if (events >= 30) interrupted.abort()
    },
  }).then(
    () => assert.unreachable('it went on'),
    () => undefined,
  )
  assert.equal(await rebuilt(log, 10, 0), expectedOf(log))
})

/** Writes what one event changes in several models, and returns with how many statements. */
async function writtenWith(models: readonly Projection[], event: LoggedEvent): Promise<number> {
  let statements = 0
  const changes = models.map(projection => ({
    ...{ projection, known: new Map() },
    changes: planChanges(projection, [event]),
  }))
  const count = () => {
    statements += 1
  }
  await db.transaction(tx => writeChanges(noteQueries(tx, count), 'applied', changes))
  return statements
}

test('of several models are written with one statement, and are those of each alone', async () => {
  const log = logOf(
    Array.from({ length: 60 }, (_, step) => ({ lease: step % 7, server: step % 5, gives: step % 3 === 0 })),
  )
  const types = { name: 'types', counters: [], change: ({ type }: LoggedEvent) => ({ append: { type } }) }
  const tables = [...servers.tables, sql.unsafe`create table types (type text)`]
  await createTables(db, 'applied', { ...servers, tables }, async () => {})
  for (const event of log) assert.is(await writtenWith([servers, { ...servers, ...types }], event), 1)
  assert.equal(await shownIn('applied'), expectedOf(log))
  const taken = await db.anyFirst(sql.type(z.object({ type: z.string() }))`select type from applied.types`)
  assert.equal(taken.toSorted(), log.map(({ type }) => type).sort())
})

test('of many sets of models are written with a statement each model, as a connection keeps each statement', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `model_${index}`)
  const tables = names.map(name => sql.unsafe`create table ${sql.identifier([name])} (type text)`)
  await createTables(db, 'applied', { ...servers, tables }, async () => {})
  const [event] = logOf([{ lease: 1, server: 1, gives: false }])
  const models = names.map(name => ({ ...servers, name, change: () => ({ append: { type: name } }) }))
  const pairs = models.flatMap((first, index) => models.slice(index + 1).map(second => [first, second]))
  for (const _ of [1, 2]) {
    const statements = []
    for (const pair of pairs) statements.push(await writtenWith(pair, event!))
    assert.ok(statements.filter(count => count === 1).length <= 20)
    assert.is(statements.at(-1), 2)
  }
  for (const name of names) {
    const count = sql.type(
      z.object({ count: z.int() }),
    )`select count(*) as count from ${sql.identifier(['applied', name])}`
    assert.is(await db.oneFirst(count), 2 * (names.length - 1))
  }
})

test('a row that a batch makes and ends leaves nothing behind', async () => {
  const log = logOf([
    { lease: 1, server: 1, gives: false },
    { lease: 1, server: 1, gives: true },
  ])
  assert.equal(await appliedIn([2], log), { rows: [], counts: [] })
})

test('a row that is not read before its first event is gone after its last one, also where both come again', async () => {
  const log = logOf([
    { lease: 1, server: 1, gives: false },
    { lease: 1, server: 1, gives: true },
  ])
  const key = { region: 'odd', server: 1 }
  const ended: Projection = {
    ...servers,
    counters: [],
    change: ({ type, at }) => ({
      rows: [
        type === 'Taken'
          ? { key, isFirst: true, next: () => ({ ...key, taken: 1, came_from: null, last_at: at }) }
          : { key, next: () => null },
      ],
    }),
  }
  await createTables(db, 'applied', ended, async () => {})
  await db.transaction(tx => applyEvents(tx, 'applied', ended, log.slice(0, 1)))
  assert.is((await shownIn('applied')).rows.length, 1)
  await db.transaction(tx => applyEvents(tx, 'applied', ended, log))
  assert.equal((await shownIn('applied')).rows, [])
})

test('an event whose row can not be changed is refused by name, and so is one that writes a row under another key', async () => {
  const [, gone] = logOf([
    { lease: 1, server: 1, gives: false },
    { lease: 1, server: 1, gives: true },
  ])
  const elsewhere: Projection = {
    ...servers,
    change: () => ({ rows: [{ key: { region: 'a', server: 1 }, next: () => ({ region: 'b', server: 1 }) }] }),
  }
  await createTables(db, 'applied', servers, async () => {})
  for (const [model, reason] of [
    [servers, 'nothing to give back'],
    [elsewhere, 'a row under the key of another'],
  ] as const)
    await db
      .transaction(tx => applyEvents(tx, 'applied', model, [gone!]))
      .then(
        () => assert.unreachable('it was applied'),
        error => {
          assert.instance(error, PoisonEvent)
          assert.is((error as PoisonEvent).event, gone)
          assert.is(((error as PoisonEvent).cause as Error).message, reason)
        },
      )
})

test.run()
