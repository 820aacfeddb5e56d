import { rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { withoutTimeLimit } from '#edge/postgres/connection-watchdog.ts'
import { withQueryLimits } from '#edge/postgres/interactive.ts'
import { connectPostgres, destroySilentConnections } from '#edge/postgres/pool.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { dataFolder } from '../../harness/data-folder.ts'
import { silentLine } from '../../harness/silent-line.ts'
import { standstill } from '../../harness/standstill.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('PostgreSQL pool')
const ANSWER_MS_MAX = 500
/** Longer than until a connection is given up for which the server does nothing. */
const AT_WORK_S = 12

const dataDir = dataFolder('pool-')
const postgres = await startEmbeddedPostgres({ dataDir })
const direct = new URL(postgres.url)

/** While true, connections lose what the server answers, as when its machine is gone: nobody closes them. */
let isLosing = false
/** Begins with what the driver asks first of all. */
let losesTypes = false
const way = createServer(client => {
  const server = connect(Number(direct.port), direct.hostname)
  client.on('data', data => {
    isLosing ||= losesTypes && data.includes('pg_type')
    server.write(data)
  })
  server.on('data', data => isLosing || client.write(data))
  for (const [end, other] of [
    [client, server],
    [server, client],
  ] as const)
    end.on('error', () => undefined).on('close', () => other.destroy())
})
await new Promise<void>(resolve => way.listen(0, '127.0.0.1', resolve))
const url = new URL(direct)
url.port = String((way.address() as AddressInfo).port)
const db = await connectPostgres(url.href, { answerMsMax: ANSWER_MS_MAX })

const failed = (work: Promise<unknown>) =>
  work.then(
    () => false,
    () => true,
  )
const sleep = sql.unsafe`select pg_sleep(${(ANSWER_MS_MAX * 1.5) / 1000})`

test('an answer that was lost is given up, and its connection with it', async () => {
  await db.query(sql.unsafe`select 1`)
  isLosing = true
  assert.ok(await failed(db.query(sql.unsafe`select 1`)))
  isLosing = false
  assert.is(await db.oneFirst(sql.unsafe`select 1`), 1)
})

test('a server that falls silent during the first query does not block a second attempt', async () => {
  losesTypes = true
  const since = performance.now()
  await connectPostgres(url.href).then(
    () => assert.unreachable('there was no answer'),
    error => assert.is(error.name, 'PostgresSilent'),
  )
  assert.ok(performance.now() - since < 12_000)
  losesTypes = false
  isLosing = false
  await (await connectPostgres(url.href)).end()
})

test('a transaction without a limit is waited for, and the next one on its connection is not', async () => {
  await db.connect(async session => {
    await session.transaction(async tx => {
      await tx.query(withoutTimeLimit)
      await tx.query(sleep)
    })
    assert.ok(await failed(session.query(sleep)))
  })
})

test('the server checks its sessions, so that a vanished machine holds no locks for hours', async () => {
  const Setting = sql.type(z.object({ name: z.string(), setting: z.string() }))
  const settings = await db.any(Setting`
    select name, setting from pg_settings where name = any(array['tcp_keepalives_idle', 'tcp_keepalives_interval',
      'tcp_keepalives_count', 'tcp_user_timeout', 'idle_in_transaction_session_timeout']) order by name`)
  assert.equal(Object.fromEntries(settings.map(({ name, setting }) => [name, setting])), {
    idle_in_transaction_session_timeout: '8000',
    tcp_keepalives_count: '3',
    tcp_keepalives_idle: '5',
    tcp_keepalives_interval: '2',
    tcp_user_timeout: '10000',
  })
})

test('a transaction whose response was lost fails as PostgresSilent, whatever its end returns', async () => {
  const lost = db.transaction(async tx => {
    await tx.query(sql.unsafe`select 1`)
    isLosing = true
    await tx.query(sql.unsafe`select 2`)
  })
  await lost.then(
    () => assert.unreachable('it was lost'),
    error => assert.is(error.name, 'PostgresSilent'),
  )
  isLosing = false
})

const timed = async (work: Promise<unknown>) => {
  const since = performance.now()
  const outcome = await work.then(
    () => 'answered',
    error => error.name as string,
  )
  return { outcome, ms: performance.now() - since }
}

test('behind a silent server nobody waits longer than a question may, and who gave up is not asked for later', async () => {
  const QUESTION_MS_MAX = 700
  const soon = withQueryLimits(db, { poolMax: 2, queryMsMax: QUESTION_MS_MAX, waitingMax: 20 })
  await db.query(sql.unsafe`create table if not exists asked (n int)`)
  isLosing = true
  const questions = Array.from({ length: 30 }, (_, n) => timed(soon.query(sql.unsafe`insert into asked values (${n})`)))
  const stoodStillMs = standstill()
  const answers = await Promise.all(questions)
  isLosing = false
  const lateMs = stoodStillMs()
  for (const { outcome, ms } of answers.slice(0, 22)) {
    assert.is(outcome, 'PostgresSilent')
    assert.ok(ms < QUESTION_MS_MAX + 500 + lateMs, `${ms} ms`)
  }
  for (const { outcome, ms } of answers.slice(22)) {
    assert.is(outcome, 'PostgresBusy')
    assert.ok(ms < 200 + lateMs, `${ms} ms`)
  }
  const again = await timed(soon.query(sql.unsafe`select 1`))
  assert.is(again.outcome, 'answered')
  const count = Number(await soon.oneFirst(sql.unsafe`select count(*)::int4 from asked`))
  assert.ok(count <= 4, `${count} of those who gave up were asked for`)
})

test('of a crowd at a server that answers, everybody has an answer', async () => {
  const soon = withQueryLimits(db, { poolMax: 3, queryMsMax: 5_000, waitingMax: 100 })
  const crowd = Array.from({ length: 100 }, (_, n) => soon.oneFirst(sql.unsafe`select ${n}::int4`))
  assert.equal(
    await Promise.all(crowd),
    Array.from({ length: 100 }, (_, n) => n),
  )
})

test('of connections that are given up together, those that were heard since and those that may be silent are kept', async () => {
  const begun = Promise.withResolvers<void>()
  const unlimited = timed(
    db.transaction(async tx => {
      await tx.query(withoutTimeLimit)
      begun.resolve()
      await tx.query(sql.unsafe`select pg_sleep(0.3)`)
    }),
  )
  await begun.promise
  await db.connect(heard =>
    db.connect(async silent => {
      await Promise.all([heard, silent].map(session => session.query(sql.unsafe`select 1`)))
      await delay(5)
      const since = performance.now()
      const asked = timed(silent.query(sql.unsafe`select pg_sleep(0.3)`))
      await heard.query(sql.unsafe`select 1`)
      destroySilentConnections(db, since)
      assert.is((await asked).outcome, 'PostgresSilent')
      assert.is(await heard.oneFirst(sql.unsafe`select 1`), 1)
    }),
  )
  assert.is((await unlimited).outcome, 'answered')
})

test('of several connections one that alone falls silent is given up, and one whose statement is at work is waited for', async () => {
  const line = await silentLine(Number(direct.port))
  const through = new URL(direct)
  through.port = String(line.port)
  const far = await connectPostgres(through.href)
  const unlimited = (text: string) =>
    timed(
      far.transaction(async tx => {
        await tx.query(withoutTimeLimit)
        await tx.query(sql.unsafe`select ${text}::text, pg_sleep(${text === 'at work' ? AT_WORK_S : 0})`)
      }),
    )
  const working = unlimited('at work')
  for (const ask of [() => unlimited('lost'), () => timed(far.query(sql.unsafe`select ${'lost'}::text`))]) {
    line.silenceOneThatSends('lost')
    const { outcome } = await Promise.race([ask(), delay(30_000, { outcome: 'nobody gives it up' }, { ref: false })])
    assert.is(outcome, 'PostgresSilent')
  }
  assert.is((await working).outcome, 'answered')
  await far.end()
  line.close()
})

test('a question that stops in the middle is given up, later than one that never arrived', async () => {
  const line = await silentLine(Number(direct.port))
  const through = new URL(direct)
  through.port = String(line.port)
  const far = await connectPostgres(through.href)
  await far.query(sql.unsafe`select 1`)
  line.silenceOneThatSends('stopped')
  // More than one reading brings: the server has the statement and waits for its values.
  const asked = timed(far.query(sql.unsafe`select 'stopped', length(${'x'.repeat(5_000_000)}::text)`))
  const { outcome, ms } = await Promise.race([asked, delay(50_000, { outcome: 'nobody does', ms: 0 }, { ref: false })])
  assert.is(outcome, 'PostgresSilent')
  assert.ok(ms > 15_000, `${ms} ms`)
  await far.end()
  line.close()
})

test('every query that is open while the server goes away gets an error', async () => {
  const line = await silentLine(Number(direct.port))
  const through = new URL(direct)
  through.port = String(line.port)
  const far = await connectPostgres(through.href, { poolMax: 4, connectMsMax: 1_000 })
  line.close()
  const crowd = Array.from({ length: 40 }, () => timed(far.query(sql.unsafe`select 1`)))
  const told = await Promise.race([Promise.all(crowd), delay(30_000, [], { ref: false })])
  assert.equal(
    told.map(({ outcome }) => outcome === 'answered'),
    Array.from({ length: 40 }, () => false),
  )
})

test('a connection keeps no answer that was given', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const Numbered = sql.type(z.object({ n: z.number() }))
  const kept = await db.connect(async session => {
    const rows: WeakRef<{ n: number }>[] = []
    for (let n = 0; n < 20; n += 1) rows.push(new WeakRef(await session.one(Numbered`select ${n}::int4 as n`)))
    // What was looked at in a turn of the loop is kept until its end.
    await delay(20)
    collect()
    return rows.filter(row => row.deref() !== undefined)
  })
  assert.is(kept.length, 0)
})

test.after(async () => {
  await db.end()
  way.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
