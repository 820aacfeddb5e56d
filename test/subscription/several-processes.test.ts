import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { newEvent } from '../edge/eventstore/harness.ts'
import { childrenOf } from '../harness/children.ts'
import { depth } from '../harness/depth.ts'
import { slowLine } from '../harness/slow-line.ts'
import { suite } from '../harness/suite.ts'
import { random, readLog } from '../projector/refund-histories.ts'
import { runningStores } from '../projector/running-stores.ts'
import { eventually } from '../projector/table-contents.ts'

const test = suite('subscriptions of several processes')
const stores = await runningStores()
const { db, store } = stores
await db.query(sql.unsafe`
  create table taken (place bigserial, subscription text, stream text, revision int, who text, tx bigint default txid_current())`)
await db.query(sql.unsafe`create table held (prefix text)`)
const children = childrenOf(new URL('subscriptions-process.ts', import.meta.url), stores.urls)

test.after(async () => {
  await children.killAll()
  await stores.stop()
})

const SEED = Number(process.env.PROCESSES_SEED ?? 1)
const TAKEN_MS_MAX = 25_000
const KILLS = depth(3, 40)

let streams = 0
/** Appends events to a new stream. */
async function append(prefix: string, count = 1): Promise<string> {
  streams += 1
  const stream = `${prefix}${streams}`
  await store.append(
    stream,
    'no_stream',
    Array.from({ length: count }, () => newEvent()),
  )
  return stream
}

async function start(who: string, prefix: string, names: readonly string[], env: Record<string, string> = {}) {
  const child = await children.start({ WHO: who, PREFIX: prefix, NAMES: names.join(), ...env })
  const printed: string[] = []
  child.stdout!.on('data', chunk => printed.push(String(chunk)))
  return { child, printed }
}

const Place = z.object({ place: z.number() })
const Share = z.object({ share: z.number() })
const Taken = z.object({ stream: z.string(), revision: z.number() })
const takenBy = (subscription: string) =>
  db.any(sql.type(Taken)`select stream, revision from taken where subscription = ${subscription} order by place`)

const Who = z.object({ subscription: z.string(), who: z.string(), tx: z.number() })
const whoTook = (stream: string) =>
  db.any(sql.type(Who)`select subscription, who, tx from taken where stream = ${stream} order by subscription, place`)

/** Waits until each of them has taken all; every event once and in order. */
async function assertAllTaken(prefix: string, names: readonly string[]): Promise<void> {
  const log = (await readLog(store, prefix)).map(({ stream, revision }) => ({ stream, revision }))
  for (const name of names) {
    await eventually(`${name} has taken all`, async () => (await takenBy(name)).length >= log.length, TAKEN_MS_MAX)
    assert.equal(await takenBy(name), log, name)
  }
}

const SHARED = ['first', 'second', 'first', 'second', 'first', 'first']
const processesOf = async (stream: string) => (await whoTook(stream)).map(({ who }) => who)

/** As if it had run out. */
const expire = (names: readonly string[]) =>
  db.query(sql.unsafe`
    update ops.leaders set until = now() - interval '1 second' where name = any(${sql.array([...names], 'text')})`)

/** Appends an event, and stops the process within the transaction in which all its names take it. */
async function stopWithin(child: ChildProcess, prefix: string, names: readonly string[]): Promise<string> {
  const Session = z.object({ state: z.string() })
  const sessionIs = (state: string) =>
    db.exists(sql.type(Session)`
      select 1 from pg_stat_activity where state = ${state} and query like '%pg_sleep(0.1)%' and pid <> pg_backend_pid()`)
  await db.query(sql.unsafe`insert into held values (${prefix})`)
  const stream = await append(prefix)
  await eventually('it is held', () => sessionIs('active'))
  child.kill('SIGSTOP')
  await eventually('it has stopped', () => sessionIs('idle in transaction'))
  await db.query(sql.unsafe`delete from held`)
  const free = await db.any(sql.type(z.object({ name: z.string() }))`
    select name from ops.checkpoints where name = any(${sql.array([...names], 'text')}) for update skip locked`)
  assert.equal(free, [], 'the transaction has moved all checkpoints')
  return stream
}

const NAMES = ['n1', 'n2', 'n3', 'n4', 'n5', 'n6']

for (const { how, takeOver, msMax } of [
  { how: 'while its transaction is open', takeOver: expire, msMax: 5_000 },
  { how: 'for longer than its leases', takeOver: async () => {}, msMax: 25_000 },
])
  test(`a process that is stopped within a shared transaction, ${how}, goes on with the names that it still leads`, async () => {
    const prefix = `stopped-${msMax}-`
    const names = NAMES.map(name => prefix + name)
    const taken = [names[1]!, names[3]!]
    const first = await start('first', prefix, names)
    const before = await append(prefix)
    await eventually('it leads all', async () => (await whoTook(before)).length === names.length)
    const second = await start('second', prefix, taken)
    const within = await stopWithin(first.child, prefix, names)
    await takeOver(taken)
    await eventually('the second has taken its names', async () => (await whoTook(within)).length === 2, msMax)
    const meanwhile = await append(prefix)
    await eventually('and goes on with them', async () => (await whoTook(meanwhile)).length === 2)
    first.child.kill('SIGCONT')
    await assertAllTaken(prefix, names)
    const after = await append(prefix)
    await assertAllTaken(prefix, names)
    for (const stream of [within, meanwhile, after]) assert.equal(await processesOf(stream), SHARED)
    // After ten seconds it takes the event store for silent.
    if (takeOver === expire) assert.equal([...first.printed, ...second.printed], [])
    for (const { child } of [first, second]) await children.kill(child)
  })

test('a process that is stopped before it reads that its transaction is committed takes nothing twice', async () => {
  const prefix = 'answered-'
  const names = NAMES.map(name => prefix + name)
  const taken = [names[1]!, names[3]!]
  const address = new URL(stores.urls.DATABASE_URL)
  const line = await slowLine(Number(address.port))
  address.port = String(line.port)
  const first = await start('first', prefix, names, { DATABASE_URL: address.href })
  const before = await append(prefix)
  await eventually('it leads all', async () => (await whoTook(before)).length === names.length)
  const second = await start('second', prefix, taken)
  line.answersAfterMs = 300
  const within = await append(prefix)
  await eventually('it is committed', async () => (await whoTook(within)).length === names.length)
  first.child.kill('SIGSTOP')
  assert.is(new Set((await whoTook(within)).map(({ tx }) => tx)).size, 1)
  await expire(taken)
  const meanwhile = await append(prefix)
  await eventually('the second has taken its names', async () => (await whoTook(meanwhile)).length === 2, 5_000)
  // It begins the next transaction before it can know whom it leads.
  first.child.kill('SIGCONT')
  await assertAllTaken(prefix, names)
  const after = await append(prefix)
  await assertAllTaken(prefix, names)
  for (const stream of [meanwhile, after]) assert.equal(await processesOf(stream), SHARED)
  assert.equal([...first.printed, ...second.printed], [])
  for (const { child } of [first, second]) await children.kill(child)
  line.close()
})

test(`of two processes that each lead some of the names, one is killed again and again (seed ${SEED})`, async () => {
  const next = random(SEED)
  const prefix = 'killed-'
  const names = NAMES.map(name => prefix + name)
  /** Waits until each process, by how many there are, takes events of at least so many names. */
  const areTaking = async (what: string, processes: number, namesMin: number) => {
    const since = await db.oneFirst(sql.type(Place)`select coalesce(max(place), 0) as place from taken`)
    await eventually(what, async () => {
      const shares = await db.anyFirst(sql.type(Share)`
        select count(distinct subscription) as share from taken
        where place > ${since} and subscription = any(${sql.array(names, 'text')}) group by who`)
      return shares.length === processes && shares.every(share => share >= namesMin)
    })
  }
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      await append(prefix, 1 + Math.floor(next() * 10))
      await delay(next() * 40)
    }
  })()
  const first = await start('first', prefix, names)
  for (let kills = 0; kills < KILLS; kills += 1) {
    await areTaking('the first leads all', 1, names.length)
    const second = await start('second', prefix, names)
    const order = names.toSorted(() => next() - 0.5)
    first.child.stdin!.write(`yield ${order.slice(names.length / 2).join()}\n`)
    await areTaking('each leads some', 2, 2)
    await delay(next() * 1_000)
    await children.kill(second.child)
  }
  isOver = true
  await writing
  await assertAllTaken(prefix, names)
  await children.kill(first.child)
})

test.run()
