import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import type { RefundEvent } from '#domain/refunds/events.ts'
import { evolve, isRefund, type RefundState } from '#domain/refunds/state.ts'
import { type TransactionState, transactionDecider } from '#domain/transactions/decider.ts'
import type { TransactionEvent } from '#domain/transactions/events.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import { buildReadModel } from '#projector/build.ts'
import { liveTarget } from '#projector/build-target.ts'
import { startProjector } from '#projector/projector.ts'
import { createTables, swapTables } from '#projector/tables.ts'
import { ListRefundsQuery, listRefunds } from '#queries/refunds/list-refunds.ts'
import { readModels } from '../harness/every-module.ts'
import { suite } from '../harness/suite.ts'
import { playHistories, playReservations, readLog } from './refund-histories.ts'
import { runningStores } from './running-stores.ts'
import { eventually, recounted, shown, tableContents } from './table-contents.ts'

const test = suite('a rebuild')
const stores = await runningStores()
const { db, store, leaders } = stores
const projector = startProjector(stores.deps(), readModels)
const never = new AbortController().signal
const run = promisify(execFile)

test.after(async () => {
  await projector.stop()
  await stores.stop()
})

/** Told to endpoints. */
const isListed = ({ type }: Recorded<RefundEvent>) =>
  /^Refund(Requested|ProcessingStarted|Completed|Failed|Cancelled|Voided)$|^TransferSettled|^Reversal(Completed|Failed)/.test(
    type,
  )

await eventually('the read models are there', () => projector.health().ok)
await playHistories(store, { seed: 7, refunds: 300, clients: 3, users: 12, daysMax: 90 })
await playReservations(store, 40)
const logged = [...(await readLog(store, 'refund-')), ...(await readLog(store, 'transaction-'))]
await shown(db, logged)
const log = logged.filter(({ stream }) => stream.startsWith('refund-')) as Recorded<RefundEvent>[]
const transactionLog = logged.filter(({ stream }) => stream.startsWith('transaction-')) as Recorded<TransactionEvent>[]

test('the live rows show the outcome of the events of each refund', async () => {
  const states = new Map<string, RefundState>()
  for (const event of log) states.set(event.stream, evolve(states.get(event.stream) ?? { status: 'absent' }, event))
  const expected = [...states].flatMap(([stream, state]) =>
    isRefund(state)
      ? [
          `${stream.slice('refund-'.length)} ${state.client_id} ${state.beneficiary.user_id} ${state.status} ${state.created_at}`,
        ]
      : [],
  )
  const row = z.object({
    refund_id: z.string(),
    client_id: z.string(),
    user_id: z.string(),
    status: z.string(),
    created_at: z.string(),
  })
  const rows = await db.any(sql.type(row)`select refund_id, client_id, user_id, status, created_at from read.refunds`)
  assert.ok(expected.length > 250 && expected.length < states.size, 'there are refunds, and abandoned streams')
  assert.equal(
    rows.map(r => `${r.refund_id} ${r.client_id} ${r.user_id} ${r.status} ${r.created_at}`).sort(),
    expected.sort(),
  )
})

test('the reservations are those that the transactions hold', async () => {
  const states = new Map<string, TransactionState>()
  for (const event of transactionLog)
    states.set(event.stream, transactionDecider.evolve(states.get(event.stream) ?? transactionDecider.initial, event))
  const expected = [...states].flatMap(([stream, { reservations }]) =>
    [...reservations].flatMap(([refundId, { attempt, live }]) =>
      live === null ? [] : [`${stream} ${refundId} ${attempt} ${live}`],
    ),
  )
  const live = () =>
    db.anyFirst(sql.type(z.object({ line: z.string() }))`
      select concat_ws(' ', 'transaction-' || transaction_key, refund_id, attempt, amount_minor) as line from read.reservations`)
  await eventually('the reservations are there', async () => (await live()).length === expected.length)
  assert.ok(expected.length > 30, `${expected.length} are live`)
  assert.equal([...(await live())].sort(), expected.sort())
})

test('the live counters are what counting the rows gives', async () => {
  const { refund_counts, refund_user_counts } = await tableContents(db)
  assert.equal({ refund_counts, refund_user_counts }, await recounted(db))
})

test('from nothing equals the live tables, row for row and column for column', async () => {
  const live = await tableContents(db)
  assert.is(live.history?.length, log.length + transactionLog.length)
  assert.is(live.events?.length, log.filter(isListed).length)
  const lengths: Record<string, number> = { 'refund-': log.length, 'transaction-': transactionLog.length }
  for (const projection of readModels.filter(({ prefixes }) => prefixes[0]! in lengths)) {
    const built = await buildReadModel({ store, db, leaders }, projection, never)
    assert.is(built !== 'taken' && built.events, lengths[projection.prefixes[0]!])
  }
  assert.equal(await tableContents(db), live)
})

test('as a command, alongside the running projector, gives the same', async () => {
  const live = await tableContents(db)
  const { stdout } = await run(
    process.execPath,
    ['src/programs/rebuild/main.ts', 'refunds', 'history', 'reservations', 'events'],
    {
      env: { ...process.env, ...stores.urls },
    },
  )
  const count = (events: number) => events.toLocaleString('en-US')
  const both = count(log.length + transactionLog.length)
  assert.equal(stdout.replace(/[\d.]+ m?s/g, 'TIME').split('\n'), [
    `refunds: rebuilt from ${count(log.length)} events in TIME and swapped in`,
    `history: rebuilt from ${both} events in TIME and swapped in`,
    `reservations: rebuilt from ${count(transactionLog.length)} events in TIME and swapped in`,
    `events: rebuilt from ${count(log.length)} events in TIME and swapped in`,
    '',
  ])
  assert.equal(await tableContents(db), live)
})

test('while events arrive and clients read: no reader sees less, no event is lost or counted twice', async () => {
  const query = ListRefundsQuery.parse({})
  let reading = true
  let seen = 0
  let reads = 0
  const reader = (async () => {
    while (reading) {
      const { pagination } = await listRefunds(db, 'clt_0', query)
      assert.ok(pagination.total_items >= seen, `a total went from ${seen} to ${pagination.total_items}`)
      seen = pagination.total_items
      reads += 1
    }
  })()
  let writing = true
  const writer = playHistories(store, { seed: 8, refunds: 150, clients: 3, users: 12, daysMax: 90 }).finally(() => {
    writing = false
  })
  let rebuilds = 0
  while (writing) {
    for (const projection of readModels)
      assert.is.not(await buildReadModel({ store, db, leaders }, projection, never), 'taken')
    rebuilds += 1
  }
  await writer
  reading = false
  await reader
  assert.ok(rebuilds > 0 && reads > 10, `${rebuilds} rebuilds, ${reads} reads`)
  await shown(db, await readLog(store, 'refund-'))
  const live = await tableContents(db)
  assert.equal({ ...live, ...(await recounted(db)) }, live)
  for (const projection of readModels) await buildReadModel({ store, db, leaders }, projection, never)
  assert.equal(await tableContents(db), live)
  await eventually('in order', () => projector.health().ok)
})

test('of a model that another process is building is left to that process', async () => {
  const refunds = readModels.find(({ name }) => name === 'refunds')
  const [one, other] = await Promise.all([
    buildReadModel({ store, db, leaders }, refunds!, never),
    buildReadModel({ store, db, leaders }, refunds!, never),
  ])
  assert.equal([one, other].filter(built => built === 'taken').length, 1)
})

test('as a command reports which models were not rebuilt and why, and continues with the others', async () => {
  const live = await tableContents(db)
  const asked = ['src/programs/rebuild/main.ts', 'refunds', 'reservations']
  const held = new AbortController()
  const holding = Promise.withResolvers<void>()
  const holder = leaders.runAsLeader('build:refunds', held.signal, async () => {
    holding.resolve()
    await new Promise(resolve => held.signal.addEventListener('abort', resolve))
  })
  await holding.promise
  const refused = await run(process.execPath, asked, { env: { ...process.env, ...stores.urls } }).then(
    () => assert.unreachable('it said that all went well'),
    ({ code, stdout, stderr }) => ({ code, stdout: stdout.replace(/[\d.]+ m?s/, 'TIME').split('\n'), stderr }),
  )
  held.abort()
  await holder.catch(() => undefined)
  const events = transactionLog.length.toLocaleString('en-US')
  assert.equal(refused, {
    code: 1,
    stdout: [
      'refunds: not rebuilt: another process is rebuilding it; its tables are unchanged',
      `reservations: rebuilt from ${events} events in TIME and swapped in`,
      '',
    ],
    stderr: '1 of 2 read models were rebuilt\n',
  })
  assert.equal(await tableContents(db), live)
})

test('is not swapped in while the live tables are ahead of it', async () => {
  const live = await tableContents(db)
  const projection = readModels.find(({ name }) => name === 'refunds')!
  const target = liveTarget(projection)
  const hold = async () => {}
  await createTables(db, target.schema, projection, hold)
  const behind = { version: projection.version, position: { commit: 1n, prepare: 1n }, lastEvent: 1n, lastId: null }
  assert.is(await swapTables(db, { projection, target, hold }, behind), false)
  assert.equal(await tableContents(db), live)
})

test('waits for readers that lock the live tables, and is swapped in when they are done', async () => {
  const refunds = readModels.find(({ name }) => name === 'refunds')
  const { building } = await db.connect(async reader => {
    await reader.query(sql.unsafe`begin`)
    await reader.query(sql.unsafe`set local idle_in_transaction_session_timeout = 0`)
    await reader.query(sql.unsafe`select count(*) from read.refunds`)
    const building = buildReadModel({ store, db, leaders }, refunds!, never)
    assert.is(await Promise.race([building, delay(1_500, 'waiting')]), 'waiting')
    // Others are not held up behind it for longer than its own patience.
    const { pagination } = await listRefunds(db, 'clt_0', ListRefundsQuery.parse({}))
    assert.ok(pagination.total_items > 0)
    await reader.query(sql.unsafe`commit`)
    return { building }
  })
  assert.is.not(await building, 'taken')
})

test('that is interrupted leaves the live tables as they were', async () => {
  const live = await tableContents(db)
  const interrupted = new AbortController()
  const refunds = readModels.find(({ name }) => name === 'refunds')
  await buildReadModel({ store, db, leaders }, refunds!, interrupted.signal, {
    onProgress: () => interrupted.abort(),
  }).then(
    () => assert.unreachable('it went on'),
    error => assert.is(error.name, 'AbortError'),
  )
  assert.equal(await tableContents(db), live)
})

test.run()
