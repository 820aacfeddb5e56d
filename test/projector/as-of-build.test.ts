import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import type { Projection } from '#declarations/read-model.ts'
import { refunds as refundFamily } from '#domain/refunds/decider.ts'
import type { RefundEvent } from '#domain/refunds/events.ts'
import { isRefund } from '#domain/refunds/state.ts'
import { connectPostgres, type Database } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { type DomainEvent, fold, type Recorded } from '#event-sourcing/decider.ts'
import type { EventStore, LoggedEvent } from '#event-sourcing/event-store.ts'
import { buildAsOf, dropAsOfTables, listAsOfTables } from '#projector/as-of-build.ts'
import { parseAsOfPoint } from '#projector/as-of-point.ts'
import { buildReadModel } from '#projector/build.ts'
import { startProjector } from '#projector/projector.ts'
import { tableNames } from '#projector/tables.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { completed, processing, requested, requestedData } from '../domain/refunds/samples.ts'
import { depth } from '../harness/depth.ts'
import { readModels } from '../harness/every-module.ts'
import { testLog } from '../harness/log.ts'
import { recordedOf } from '../harness/scenario.ts'
import { suite } from '../harness/suite.ts'
import { playHistories, playReservations, random, readLog } from './refund-histories.ts'
import { runningStores } from './running-stores.ts'
import { eventually, tableContents } from './table-contents.ts'

const POSITIONS = depth(2, 5)
const TIMES = depth(2, 4)

const test = suite('a read model of the past')
const stores = await runningStores()
const { db, store, leaders } = stores
const never = new AbortController().signal
const now = () => new Date()
const refunds = readModels.find(({ name }) => name === 'refunds')!
/** Those that are told of what is in the log here. */
const followed = readModels.filter(
  ({ prefixes }) => ['refund-', 'transaction-'].includes(prefixes[0]!) || prefixes.includes('refund-'),
)

// Another database of the same server, for builds of a part of the log as if there was no more.
await db.query(sql.unsafe`create database part`)
const part = await connectPostgres(stores.urls.DATABASE_URL.replace(/postgres$/, 'part'))
await migrate(part, subscriptionMigrations)
const partLeaders = createLeaderElection(part, testLog())

test.after(async () => {
  await partLeaders.stop()
  await part.end()
  await stores.stop()
})

await playHistories(store, { seed: 61, refunds: 120, clients: 2, users: 5, daysMax: 30 })
await playReservations(store, 20)

/** A stream of before times never went back: its third event is earlier than its second. */
const DAY = '2026-01-10'
const older = recordedOf([requested, processing(), completed(0)], 'refund-rf_older')
const times = [`${DAY}T10:00:00.000Z`, `${DAY}T12:00:00.000Z`, `${DAY}T11:00:00.000Z`]
await store.append(
  'refund-rf_older',
  'no_stream',
  older.map(({ type, data, metadata }, index) => ({
    id: randomUUID(),
    type,
    data,
    metadata: { ...metadata, at: times[index]! },
  })),
)
const log = (await Promise.all(['refund-', 'transaction-'].map(prefix => readLog(store, prefix))))
  .flat()
  .sort((a, b) => Number(a.position.commit - b.position.commit))
const next = random(3)
const anyOf = (events: readonly LoggedEvent[]) => events[Math.floor(next() * events.length)]!

/** Every row of a read model's tables in a schema, as PostgreSQL writes it. */
async function contents(
  of: Database,
  projection: Projection,
  schema: string,
): Promise<Record<string, readonly string[]>> {
  const all: Record<string, readonly string[]> = {}
  for (const name of tableNames(projection))
    all[name] = await of.anyFirst(sql.type(z.object({ line: z.string() }))`
      select to_jsonb(t)::text as line from ${sql.identifier([schema, name])} as t order by 1`)
  return all
}

const upTo = (position: bigint): EventStore => ({
  ...store,
  subscribe: options =>
    store.subscribe({
      ...options,
      async handle({ events, position: at }) {
        await options.handle({ events: events.filter(event => event.position.commit <= position), position: at })
      },
    }),
})

test('at any position is the outcome of the log up to that position', async () => {
  const last = log.at(-1)!.position.commit
  const positions = [...Array.from({ length: POSITIONS }, () => anyOf(log).position.commit), 0n, last]
  for (const position of positions)
    for (const projection of followed) {
      const moment = parseAsOfPoint(String(position), now())
      assert.is(moment.schema, `until_${position}`)
      const built = await buildAsOf({ store, db, leaders }, projection, moment, never)
      const whole = { store: upTo(position), db: part, leaders: partLeaders }
      await part.query(sql.unsafe`delete from ops.checkpoints`)
      await buildReadModel(whole, projection, never)
      const expected = log.filter(
        event =>
          event.position.commit <= position && projection.prefixes.some(prefix => event.stream.startsWith(prefix)),
      )
      assert.is(built !== 'taken' && built.events, expected.length)
      assert.equal(await contents(db, projection, moment.schema), await contents(part, projection, 'read'))
    }
})

/**
 * What the refund's row says of the state that its events up to a time come to: the longest part that has none later.
 */
function statesAt(time: Date): string[] {
  const streams = Map.groupBy(
    log.filter(({ stream }) => stream.startsWith('refund-')) as Recorded<RefundEvent>[],
    ({ stream }) => stream,
  )
  return [...streams].flatMap(([stream, events]) => {
    const late = events.findIndex(({ at }) => new Date(at) > time)
    const before = late < 0 ? events : events.slice(0, late)
    const state = fold(refundFamily.decider, before)
    if (!isRefund(state)) return []
    return [`${stream.slice('refund-'.length)} ${state.status} ${before.at(-1)!.at} ${before.length - 1}`]
  })
}

test('at any time is the outcome of each stream by then', async () => {
  const given = [...Array.from({ length: TIMES }, () => anyOf(log).at), `${DAY}T11:30:00Z`, `${DAY}T14:00:00+02:00`]
  for (const text of given) {
    const moment = parseAsOfPoint(text, now())
    assert.match(moment.schema, /^until_\d{8}_\d{6}_\d{3}$/)
    await buildAsOf({ store, db, leaders }, refunds, moment, never)
    const rows = await db.anyFirst(sql.type(z.object({ line: z.string() }))`
      select concat_ws(' ', refund_id, status, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), revision) as line
      from ${sql.identifier([moment.schema, 'refunds'])}`)
    assert.equal([...rows].sort(), statesAt(new Date(text)).sort(), text)
  }
  for (const projection of followed)
    assert.is.not(await buildAsOf({ store, db, leaders }, projection, parseAsOfPoint(given[0]!, now()), never), 'taken')
  const shown = (schema: string) =>
    db.oneFirst(sql.unsafe`select status from ${sql.identifier([schema, 'refunds'])} where refund_id = 'rf_older'`)
  assert.is(await shown('until_20260110_113000_000'), 'pending')
  assert.is(await shown('until_20260110_120000_000'), 'completed')
})

test('at any time is the same after a build that was interrupted', async () => {
  const moment = parseAsOfPoint(`${DAY}T11:30:00.001Z`, now())
  for (const at of [0.3, 0.6, 0.9]) {
    const stopping = new AbortController()
    const halting: EventStore = {
      ...store,
      subscribe: options =>
        store.subscribe({
          ...options,
          batchMax: 20,
          async handle(batch) {
            if (batch.position.commit > log[Math.floor(at * log.length)]!.position.commit) stopping.abort()
            else await options.handle(batch)
          },
        }),
    }
    const options = { batchMax: 20 }
    await buildAsOf({ store: halting, db, leaders }, refunds, moment, stopping.signal, options).then(
      () => assert.unreachable('it went on'),
      error => assert.is(error.name, 'AbortError'),
    )
  }
  const built = await buildAsOf({ store, db, leaders }, refunds, moment, never)
  assert.ok(built !== 'taken' && built.before > 0)
  const rows = await db.anyFirst(sql.type(z.object({ line: z.string() }))`
    select concat_ws(' ', refund_id, status, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), revision) as line
    from ${sql.identifier([moment.schema, 'refunds'])}`)
  assert.equal([...rows].sort(), statesAt(new Date(`${DAY}T11:30:00.001Z`)).sort())
})

type Outcome = { status: unknown; stdout: string; stderr: string }

const FILE = 'src/programs/rebuild/main.ts'

function run(words: string[]): Promise<Outcome> {
  const env = { ...process.env, ...stores.urls }
  return new Promise(done =>
    execFile(process.execPath, words, { env }, (error, stdout, stderr) =>
      done({ status: error?.code ?? 0, stdout, stderr }),
    ),
  )
}

const withoutTime = (outcome: Outcome): Outcome => ({
  ...outcome,
  stdout: outcome.stdout.replace(/[\d.]+ m?s$/gm, 'TIME'),
})
const command = async (...words: string[]) => withoutTime(await run([FILE, ...words]))
/** One after the other in one process. */
async function commands<const C extends readonly string[]>(...calls: C): Promise<{ [K in keyof C]: Outcome }> {
  const { status, stdout, stderr } = await run(['test/harness/repeat-program.ts', FILE, JSON.stringify(calls)])
  assert.equal({ status, stderr }, { status: 0, stderr: '' })
  return JSON.parse(stdout).map(withoutTime)
}

test('is built, listed and dropped by the command, alongside the live tables, which stay unchanged', async () => {
  for (const { schema } of await listAsOfTables(db)) await dropAsOfTables({ db, leaders }, readModels, schema, never)
  const projector = startProjector(stores.deps(), readModels)
  await eventually('the read models are there', () => projector.health().ok, 30_000)
  await projector.stop()
  const live = await tableContents(db)
  const half = log[log.length >> 1]!.position.commit
  const of = log.filter(({ stream, position }) => stream.startsWith('refund-') && position.commit <= half).length
  const count = of.toLocaleString('en-US')
  const [built, events, earlier, { stdout }] = await commands(
    `refunds --until ${half}`,
    `events --until ${half}`,
    'refunds --until 2026-01-05T00:00:00+01:00',
    '--list',
  )
  assert.equal(built, {
    status: 0,
    stdout: `refunds: until_${half}.refunds built from ${count} events in TIME\n`,
    stderr: '',
  })
  assert.equal([events.status, earlier.status], [0, 0])
  const listed = stdout.replace(/[\d.]+ MiB/g, 'SIZE').replace(/built .*Z/g, 'built TIME')
  const eventsVersion = readModels.find(({ name }) => name === 'events')!.version
  const ofHalf = [
    `until_${half}: tables of the past, SIZE\n`,
    `  events, version ${eventsVersion}: ${of} events, built TIME\n`,
    `  refunds, version ${refunds.version}: ${of} events, built TIME\n`,
  ].join('')
  assert.ok(listed.includes(ofHalf), listed)
  assert.match(
    listed.replace(ofHalf, ''),
    new RegExp(
      `^until_20260104_230000_000: tables of the past, SIZE\n {2}refunds, version ${refunds.version}: \\d+ events, built TIME\n$`,
    ),
  )
  assert.equal(await tableContents(db), live)
  const dropped = [`until_${half}`, 'until_20260104_230000_000']
  const unknown = ['until_7', 'read', 'ops', 'building_refunds', 'until_now']
  const drop = (schema: string) => `--drop ${schema}`
  assert.equal(await commands(...dropped.map(drop), '--list', ...unknown.map(drop)), [
    ...dropped.map(schema => ({ status: 0, stdout: `${schema}: dropped\n`, stderr: '' })),
    { status: 0, stdout: 'there is nothing\n', stderr: '' },
    ...unknown.map(schema => ({
      ...{ status: 1, stdout: '' },
      stderr: `there is nothing called "${schema}" to drop; --list shows what there is\n`,
    })),
  ])
  assert.equal(await tableContents(db), live)
})

test('beyond the end of the log is refused', async () => {
  const end = (await store.end())!.commit
  assert.equal(await command('refunds', '--until', String(end + 1n)), {
    status: 1,
    stdout: `refunds: not built: the log ends at position ${end}, before ${end + 1n}\n`,
    stderr: '0 of 1 read models were built\n',
  })
})

test('that was not finished is listed and dropped, and begins again', async () => {
  const moment = parseAsOfPoint(String(log.at(-1)!.position.commit), now())
  const stopping = new AbortController()
  await buildAsOf({ store, db, leaders }, refunds, moment, stopping.signal, {
    onProgress({ phase }) {
      if (phase === 'making indexes') stopping.abort()
    },
  }).then(
    () => assert.unreachable('it went on'),
    () => undefined,
  )
  const left = `building_refunds_${moment.schema}`
  const [unfinished, dropped, empty] = await commands('--list', `--drop ${left}`, '--list')
  assert.match(unfinished.stdout, new RegExp(`^${left}: an unfinished build, [\\d.]+ MiB\\n$`))
  assert.is(dropped.stdout, `${left}: dropped\n`)
  assert.is(empty.stdout, 'there is nothing\n')
  const built = await buildAsOf({ store, db, leaders }, refunds, moment, never)
  assert.is(built !== 'taken' && built.before, 0)
})

test('who was erased since is erased from it too', async () => {
  const stream = 'refund-rf_erased'
  const append = (to: string, events: DomainEvent[], at: string) => {
    const recorded = recordedOf(events, to)
    const stamped = recorded.map(({ type, data, metadata }) => ({
      ...{ id: randomUUID(), type, data, metadata: { ...metadata, at } },
    }))
    return store.append(to, 'no_stream', stamped)
  }
  await append(stream, [requested, processing(), completed(0)], `${DAY}T10:00:00.000Z`)
  const before = parseAsOfPoint(String((await store.end())!.commit), now())
  const person = { client_id: requestedData.client_id, user_id: requestedData.beneficiary.user_id }
  await append(
    'subject-1',
    [{ type: 'SubjectErased', data: { ...person, streams: [{ stream, revision: 2 }] } }],
    now().toISOString(),
  )
  for (const moment of [before, parseAsOfPoint(`${DAY}T12:00:00Z`, now())]) {
    await buildAsOf({ store, db, leaders }, refunds, moment, never)
    const table = sql.identifier([moment.schema, 'refunds'])
    const row = await db.one(sql.unsafe`select user_id, status, revision from ${table} where refund_id = 'rf_erased'`)
    assert.equal(row, { user_id: '[erased]', status: 'completed', revision: 2 }, moment.schema)
  }
})

test.run()
