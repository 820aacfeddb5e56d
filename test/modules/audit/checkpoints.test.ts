import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { parseCheckpoint, signCheckpoint } from '#modules/audit/checkpoints/checkpoint.ts'
import { makeCheckpoint } from '#modules/audit/checkpoints/make-checkpoint.ts'
import { problemText } from '#modules/audit/checkpoints/verify-store.ts'
import { createSigner } from '#modules/audit/signing.ts'
import { suite } from '../../harness/suite.ts'
import { playHistories, readLog } from '../../projector/refund-histories.ts'
import { eventually } from '../../projector/table-contents.ts'
import { checkpointedStores } from './checkpointed-stores.ts'
import { newAuditKeys } from './sample-checkpoints.ts'

const test = suite('checkpoints of an event store')
const stores = await checkpointedStores()
const { store, db } = stores
test.after(stores.stop)

const play = (seed: number, refunds = 10) => playHistories(store, { seed, refunds, clients: 2, users: 5, daysMax: 9 })
const events = async () => (await readLog(store, 'refund-')).length
const linesOfFile = () => (existsSync(stores.file) ? readFileSync(stores.file, 'utf8').split('\n').slice(0, -1) : [])

/** While checkpoints are made; the last ones are made when that ends. */
async function whileMade(work: () => Promise<void>) {
  const checkpoints = stores.start()
  try {
    await work()
    await stores.untilCovered(await events())
    await eventually('the file has them', async () => linesOfFile().length >= (await stores.lines()).length)
  } finally {
    await checkpoints.stop()
  }
}

test('begin with the whole log of an installation that had none', async () => {
  await play(1)
  await play(2)
  await whileMade(async () => {})
  const proved = await stores.prove()
  assert.equal(proved.problems, [])
  assert.is(proved.events, await events())
  assert.is(proved.uncovered.events, 0)
})

test('are not made without activity', async () => {
  const lines = await stores.lines()
  const checkpoints = stores.start()
  await new Promise(resolve => setTimeout(resolve, 300))
  await checkpoints.stop()
  assert.equal(await stores.lines(), lines)
})

test('are made at most as often as configured', async () => {
  const lines = (await stores.lines()).length
  await whileMade(() => play(3))
  const after = (await stores.lines()).length
  assert.ok(after > lines)
  await db.query(sql.unsafe`
    insert into ops.audit_events (n, position, revision, stream) select max(n) + 1, max(position) + 1, 0, 'refund-x' from ops.audit_events`)
  const deps = { db, signer: createSigner(stores.config.AUDIT_KEYS), now: () => new Date() }
  const made = await stores.leaders.runAsLeader('audit-checkpoints', new AbortController().signal, lease =>
    makeCheckpoint(deps, lease, 60_000),
  )
  assert.is(made, false)
  await db.query(sql.unsafe`delete from ops.audit_events where stream = 'refund-x'`)
})

test('are covered by the next one, and reported with their age until then', async () => {
  await play(4)
  const proved = await stores.prove()
  assert.equal(proved.problems, [])
  assert.ok(proved.uncovered.events > 0)
  assert.ok(proved.uncovered.oldest !== null)
  await whileMade(async () => {})
  assert.is((await stores.prove()).uncovered.events, 0)
})

test('wait for a missing file, health reports it, and it catches up later', async () => {
  const away = `${stores.file}.away`
  const before = linesOfFile()
  renameSync(stores.file, away)
  writeFileSync(stores.file, 'something else\n')
  const checkpoints = stores.start()
  try {
    await play(5)
    await stores.untilCovered(await events())
    await eventually('health says so', () => checkpoints.health().state === 'degraded')
    assert.match(checkpoints.health().note!, 'checkpoints wait for CHECKPOINT_FILE: ')
    renameSync(away, stores.file)
    await eventually('it is caught up', async () => linesOfFile().length === (await stores.lines()).length, 30_000)
    await eventually('health is right again', () => checkpoints.health().state === 'up')
  } finally {
    await checkpoints.stop()
  }
  assert.equal(linesOfFile().slice(0, before.length), before)
  assert.equal(linesOfFile(), await stores.lines())
})

const proving = async (change: () => Promise<unknown>, back: () => Promise<unknown>) => {
  await change()
  try {
    return (await stores.prove()).problems.map(problemText)
  } finally {
    await back()
  }
}

test('that PostgreSQL lost are reported missing there', async () => {
  const rows = (await stores.lines()).length
  const saved = sql.unsafe`create table ops.saved as select * from ops.audit_checkpoints`
  const problems = await proving(
    async () => {
      await db.query(saved)
      await db.query(sql.unsafe`delete from ops.audit_checkpoints where number = ${rows}`)
    },
    async () => {
      await db.query(sql.unsafe`insert into ops.audit_checkpoints select * from ops.saved on conflict do nothing`)
      await db.query(sql.unsafe`drop table ops.saved`)
    },
  )
  assert.equal(problems, [`PostgreSQL does not have checkpoint ${rows}: it was restored from a backup or changed`])
})

test('whose record in PostgreSQL was changed: the log is right, and PostgreSQL is named', async () => {
  const hash = (await readLog(store, 'refund-'))[2]!.metadata.hash
  const problems = await proving(
    () => db.query(sql.unsafe`update ops.audit_events set hash = sha256('x') where n = 3`),
    () =>
      db.query(sql.unsafe`
        update ops.audit_events set hash = decode(${hash}, 'hex') where n = 3`),
  )
  assert.is(problems.length, 1)
  assert.match(
    problems[0]!,
    /at revision \d+: the log is as checkpoint 1 covers it, but PostgreSQL's own record of the event differs: PostgreSQL was changed$/,
  )
})

test('of a log that differs from its lost records in PostgreSQL: the checkpoints are named', async () => {
  const all = await db.any(sql.type(Taken)`select n, hash from ops.audit_events`)
  assert.ok(all.length > 0)
  await db.query(sql.unsafe`create table ops.saved as select * from ops.audit_events`)
  const lines = await stores.lines()
  // As if the log had been rewritten and PostgreSQL with it: no signed head fits.
  const { format: _, key_id: __, signature: ___, ...first } = parseCheckpoint(lines[0]!)!.checkpoint
  const other = signCheckpoint(createSigner(stores.config.AUDIT_KEYS), { ...first, head: '0'.repeat(64) }).line
  const change = (line: string) =>
    db.query(sql.unsafe`update ops.audit_checkpoints set line = ${line} where number = 1`)
  await change(other)
  const withRecord = (await stores.prove({ file: undefined })).problems.map(problemText)
  await db.query(sql.unsafe`delete from ops.audit_events`)
  const without = (await stores.prove({ file: undefined })).problems.map(problemText)
  await db.query(sql.unsafe`insert into ops.audit_events select * from ops.saved`)
  await db.query(sql.unsafe`drop table ops.saved`)
  await change(lines[0]!)
  assert.equal(withRecord.slice(0, 2), [
    'checkpoint 2 does not name the one before it',
    'the log up to checkpoint 1 is as PostgreSQL recorded it, and not as checkpoint 1 covers it: both were changed, or PostgreSQL was when the checkpoint was made',
  ])
  assert.equal(without.slice(0, 2), [
    'checkpoint 2 does not name the one before it',
    'the log up to checkpoint 1 is not as checkpoint 1 covers it; PostgreSQL has no record any more of which event it is',
  ])
})
const Taken = z.object({ n: z.number(), hash: z.unknown() })

test('are not begun a second time over existing records', async () => {
  const rows = sql.type(Taken)`select n, hash from ops.audit_events`
  const before = (await db.any(rows)).length
  await db.query(sql.unsafe`create table ops.saved as select * from ops.checkpoints where name = 'audit-events'`)
  await db.query(sql.unsafe`delete from ops.checkpoints where name = 'audit-events'`)
  const checkpoints = stores.start()
  try {
    await eventually('it is told', () =>
      stores.logged.some(line => JSON.stringify(line).includes('the row audit-events of ops.checkpoints is gone')),
    )
  } finally {
    await checkpoints.stop()
  }
  assert.is((await db.any(rows)).length, before)
  await db.query(sql.unsafe`insert into ops.checkpoints select * from ops.saved`)
  await db.query(sql.unsafe`drop table ops.saved`)
  await whileMade(() => play(8))
})

test('that differ between the file and PostgreSQL', async () => {
  const lines = await stores.lines()
  const other = lines.at(-1)!.replace(/"signature":"....../, '"signature":"AAAAAA')
  const problems = await proving(
    () => db.query(sql.unsafe`update ops.audit_checkpoints set line = ${other} where number = ${lines.length}`),
    () => db.query(sql.unsafe`update ops.audit_checkpoints set line = ${lines.at(-1)!} where number = ${lines.length}`),
  )
  assert.equal(problems, [`checkpoint ${lines.length} is not the same in PostgreSQL and CHECKPOINT_FILE`])
})

test('are not added to a file with another end', async () => {
  const lines = await stores.lines()
  const text = readFileSync(stores.file, 'utf8')
  writeFileSync(stores.file, text.replace(/"signature":"......(?=[^\n]*\n$)/, '"signature":"AAAAAA'))
  const checkpoints = stores.start()
  try {
    await play(6)
    await stores.untilCovered(await events())
    await eventually('health says so', () => /differs from the one in PostgreSQL/.test(checkpoints.health().note ?? ''))
  } finally {
    await checkpoints.stop()
  }
  assert.is(linesOfFile().length, lines.length)
  writeFileSync(stores.file, text)
  await whileMade(async () => {})
})

test('are signed by the service only', async () => {
  const keys = createSigner(newAuditKeys()).keys
  const { problems } = await stores.prove({ keys })
  assert.match(problems[0]!.what, /^checkpoint 1 is not to be trusted: /)
})

test('of a file with a foreign line: the line is named', async () => {
  appendFileSync(stores.file, 'somebody else\n')
  await whileMade(() => play(7))
  const { problems } = await stores.prove()
  assert.is(problems.length, 1)
  assert.match(problems[0]!.what, /^CHECKPOINT_FILE has a line behind checkpoint \d+ that is not a checkpoint$/)
})

test.run()
