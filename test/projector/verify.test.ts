import { execFile } from 'node:child_process'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { startProjector } from '#projector/projector.ts'
import { type VerifyResult, verifyReadModel } from '#projector/verify.ts'
import { readModels } from '../harness/every-module.ts'
import { suite } from '../harness/suite.ts'
import { playHistories, readLog } from './refund-histories.ts'
import { runningStores } from './running-stores.ts'
import { eventually, shown, tableContents } from './table-contents.ts'

const test = suite('a read model that is compared with its rebuild')
const stores = await runningStores()
const { db, store, leaders } = stores
const refunds = readModels.find(({ name }) => name === 'refunds')!
const never = new AbortController().signal
let projector = startProjector(stores.deps(), readModels)

test.after(async () => {
  await projector.stop()
  await stores.stop()
})

await eventually('the read models are there', () => projector.health().ok, 30_000)
await playHistories(store, { seed: 51, refunds: 150, clients: 2, users: 5, daysMax: 30 })
const caughtUp = async () => {
  const log = await readLog(store, 'refund-')
  await shown(db, log)
  return log
}
const log = await caughtUp()

async function verified(projection = refunds): Promise<VerifyResult> {
  const outcome = await verifyReadModel({ store, db, leaders }, projection, never)
  if (outcome === 'taken') throw new Error('another one is comparing')
  return outcome
}

const differing = ({ tables }: VerifyResult) => tables.map(({ table, differing }) => `${table}: ${differing}`)
const EQUAL = ['refunds: 0', 'refund_counts: 0', 'refund_user_counts: 0', 'refund_statistics: 0']

async function isLeftAsItWas(live: Awaited<ReturnType<typeof tableContents>>): Promise<void> {
  assert.equal(await tableContents(db), live)
  assert.not(await db.exists(sql.unsafe`select 1 from pg_namespace where nspname like 'building%'`))
  assert.not(await db.exists(sql.unsafe`select 1 from ops.checkpoints where name like '%:%'`))
}

/** What the command says of it. */
function command(...words: string[]): Promise<{ status: unknown; stdout: string; stderr: string }> {
  const env = { ...process.env, ...stores.urls }
  return new Promise(done =>
    execFile(process.execPath, ['src/programs/rebuild/main.ts', ...words], { env }, (error, stdout, stderr) =>
      done({ status: error?.code ?? 0, stdout: stdout.replace(/[\d.]+ m?s,/g, 'TIME,'), stderr }),
    ),
  )
}

test('is equal to it, in every table, and both are left as they were', async () => {
  const live = await tableContents(db)
  for (const projection of readModels) {
    const outcome = await verified(projection)
    assert.is(outcome.tables.length, 1 + projection.counters.length + projection.rollups.length)
    for (const { table, differing } of outcome.tables) assert.is(differing, 0, table)
  }
  const { at, events, tables } = await verified()
  assert.is(at, log.at(-1)!.position.commit)
  assert.is(events, log.length)
  assert.is(tables[0]!.rows, live.refunds!.length)
  await isLeftAsItWas(live)
})

test('is equal to it at one position while events arrive', async () => {
  let writing = true
  const places = new Set<bigint | null>()
  const writer = (async () => {
    // Until two were compared, however long one takes.
    for (let seed = 52; seed === 52 || (places.size < 2 && seed < 72); seed += 1)
      await playHistories(store, { seed, refunds: 200, clients: 2, users: 5, daysMax: 30 })
  })().finally(() => {
    writing = false
  })
  while (writing) {
    const outcome = await verified()
    assert.equal(differing(outcome), EQUAL)
    places.add(outcome.at)
  }
  await writer
  await caughtUp()
  assert.ok(places.size > 1, 'at several places')
})

test('is distinguished from it by every row and column that differs, and no other', async () => {
  await projector.stop()
  const before = await tableContents(db)
  const [changed, gone] = await db.anyFirst(sql.unsafe`select refund_id from read.refunds order by 1 limit 2`)
  await db.query(sql.unsafe`create schema kept`)
  for (const table of ['refunds', 'refund_counts'])
    await db.query(
      sql.unsafe`create table ${sql.identifier(['kept', table])} as select * from ${sql.identifier(['read', table])}`,
    )
  const restore = async () => {
    for (const table of ['refunds', 'refund_counts']) {
      const [live, kept] = [sql.identifier(['read', table]), sql.identifier(['kept', table])]
      await db.query(sql.unsafe`delete from ${live}`)
      await db.query(sql.unsafe`insert into ${live} select * from ${kept}`)
    }
  }
  await db.query(sql.unsafe`update read.refunds set reason = 'nobody knows', amount = amount + 0.25
    where refund_id = ${String(changed)}`)
  await db.query(sql.unsafe`delete from read.refunds where refund_id = ${String(gone)}`)
  const isExpired = sql.fragment`refund_id = any(${sql.array([String(changed), String(gone)], 'text')})`
  const { tables } = await verified({ ...refunds, isExpired })
  assert.is(tables[0]!.differing, 0, 'rows that time alone ended are left out')
  await db.query(sql.unsafe`insert into read.refunds select (jsonb_populate_record(r, '{"refund_id": "rf_zzz"}')).*
    from read.refunds as r limit 1`)
  await db.query(
    sql.unsafe`update read.refund_counts set count = count + 1 where ctid = (select min(ctid) from read.refund_counts)`,
  )
  const live = await tableContents(db)
  const outcome = await verified()
  assert.equal(differing(outcome), ['refunds: 3', 'refund_counts: 1', 'refund_user_counts: 0', 'refund_statistics: 0'])
  const { status, stdout, stderr } = await command('refunds', '--verify')
  assert.is(status, 1)
  assert.is(stderr, '0 of 1 read models equal what a rebuild makes of the log\n')
  const lines = stdout.trimEnd().split('\n')
  assert.is(lines.length, 5)
  assert.match(lines[0]!, /^refunds: 4 rows differ: [\d,]+ rows, rebuilt from [\d,]+ events in TIME, at position \d+$/)
  assert.match(
    lines[1]!,
    new RegExp(
      `^  refunds refund_id "${changed}": amount is .*, rebuilt .*; reason is "nobody knows", rebuilt "confirmed_fraud"$`,
    ),
  )
  assert.is(lines[2], `  refunds refund_id "${gone}": the row exists only when it is rebuilt`)
  assert.is(lines[3], '  refunds refund_id "rf_zzz": the row does not exist when it is rebuilt')
  assert.match(
    lines[4]!,
    /^ {2}refund_counts client_id "clt_\d", period "\w+", start ".*", status "\w+": count is \d+, rebuilt \d+$/,
  )
  await isLeftAsItWas(live)
  await restore()
  await isLeftAsItWas(before)
  assert.equal(differing(await verified()), EQUAL)
})

test('is distinguished from it by the first twenty rows, and the number of the others', async () => {
  await db.query(sql.unsafe`update read.refunds set updated_at = updated_at + interval '1 microsecond'`)
  const rows = (await tableContents(db)).refunds!.length
  const { status, stdout } = await command('refunds', '--verify')
  assert.is(status, 1)
  const lines = stdout.trimEnd().split('\n')
  assert.is(lines.length, 22)
  assert.is(lines.at(-1), `  refunds: ${rows - 20} more`)
  await db.query(sql.unsafe`update read.refunds set updated_at = updated_at - interval '1 microsecond'`)
  const again = await command('all', '--verify')
  assert.is(again.status, 0, again.stdout)
  assert.is(
    again.stdout
      .trimEnd()
      .split('\n')
      .filter(line => /: equal: /.test(line)).length,
    readModels.length,
  )
})

test('is not compared where there is nothing to compare with', async () => {
  await db.query(sql.unsafe`update ops.checkpoints set version = version + 1 where name = 'refunds'`)
  const of = (version: number) =>
    `refunds: not compared: its live tables have version ${version}, and this program builds version ${refunds.version}\n`
  assert.is((await command('refunds', '--verify')).stdout, of(refunds.version + 1))
  await db.query(
    sql.unsafe`update ops.checkpoints set version = version - 1, last_event = last_event + 1000000 where name = 'refunds'`,
  )
  assert.match(
    (await command('refunds', '--verify')).stdout,
    /^refunds: not compared: its live tables contain an event at position \d+ that is not in the event store: were they built from another store\?\n$/,
  )
  await db.query(sql.unsafe`drop schema read cascade`)
  const { status, stdout } = await command('refunds', '--verify')
  assert.equal([status, stdout], [1, 'refunds: not compared: there are no live tables to compare with\n'])
  projector = startProjector(stores.deps(), readModels)
})

test.run()
