import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { PostgresSilent } from '#edge/postgres/connection-watchdog.ts'
import type { Database, Transaction } from '#edge/postgres/pool.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { type LogSubscriptionOptions, startLogSubscription } from '#subscription/log-subscription.ts'
import { withParking } from '#subscription/parked-events.ts'
import { newEvent } from '../edge/eventstore/harness.ts'
import { testLog } from '../harness/log.ts'
import { suite } from '../harness/suite.ts'
import { runningStores } from '../projector/running-stores.ts'
import { eventually } from '../projector/table-contents.ts'

const test = suite('transactions of several subscriptions')
const stores = await runningStores()
const { db, store } = stores
await db.query(sql.unsafe`
  create table taken (subscription text, stream text, revision int, tx bigint default txid_current(), at timestamptz default clock_timestamp(),
    primary key (subscription, stream, revision))`)
await db.query(sql.unsafe`create table shared_rows (subscription text, stream text, tx bigint default txid_current())`)

test.after(() => stores.stop())

let streams = 0
/** Appends an event to a new stream. */
async function append(prefix: string): Promise<string> {
  streams += 1
  const stream = `${prefix}${streams}`
  await store.append(stream, 'no_stream', [newEvent()])
  return stream
}

type Given = Partial<LogSubscriptionOptions> & { before?: (tx: Transaction) => Promise<void> }

function taking(
  name: string,
  prefix: string,
  { before = async () => {}, ...more }: Given = {},
): LogSubscriptionOptions {
  return {
    name,
    prefixes: [prefix],
    from: 'start',
    restoreAdvice: '',
    handle: ({ events, position }, checkpoint) =>
      checkpoint.commit(events, position, async tx => {
        await before(tx)
        for (const { stream, revision } of events)
          await tx.query(
            sql.unsafe`insert into taken (subscription, stream, revision) values (${name}, ${stream}, ${revision})`,
          )
      }),
    ...more,
  }
}

const Taken = z.object({ subscription: z.string(), stream: z.string(), tx: z.number(), late_ms: z.number() })
const takenOf = (stream: string) =>
  db.any(sql.type(Taken)`
    select subscription, stream, tx, 0 as late_ms from taken where stream = ${stream} order by subscription`)

async function all(prefix: string, names: string[], given: (name: string) => Given = () => ({}), deps = stores.deps()) {
  const running = names.map(name => startLogSubscription(deps, taking(name, prefix, given(name))))
  await eventually('all are live', () => running.every(({ health }) => health().state === 'live'))
  return { running, stop: () => Promise.all(running.map(({ stop }) => stop())) }
}

test('subscriptions that take the same event commit together', async () => {
  const { stop } = await all('together-', ['t1', 't2', 't3'])
  const stream = await append('together-')
  await eventually('all have taken it', async () => (await takenOf(stream)).length === 3)
  assert.is(new Set((await takenOf(stream)).map(({ tx }) => tx)).size, 1)
  await stop()
})

test('rows for the same statement are written by one call', async () => {
  const calls: number[] = []
  const write = async (tx: Transaction, rows: readonly { subscription: string; stream: string }[]) => {
    calls.push(rows.length)
    for (const { subscription, stream } of rows)
      await tx.query(sql.unsafe`insert into shared_rows (subscription, stream) values (${subscription}, ${stream})`)
  }
  const { stop } = await all('rows-', ['r1', 'r2'], subscription => ({
    handle: ({ events, position }, checkpoint) =>
      checkpoint.commit(events, position, async () => {}, {
        write: write as never,
        rows: events.map(({ stream }) => ({ subscription, stream })),
      }),
  }))
  const stream = await append('rows-')
  const rows = () => db.any(sql.type(Taken.pick({ tx: true }))`select tx from shared_rows where stream = ${stream}`)
  await eventually('both are written', async () => (await rows()).length === 2)
  assert.equal(calls, [2])
  assert.is(new Set((await rows()).map(({ tx }) => tx)).size, 1)
  await stop()
})

/** Appends events until `isOver`; returns how late each subscription took them, at most, in milliseconds. */
async function latest(prefix: string, names: string[], isOver: () => boolean): Promise<number> {
  let worst = 0
  while (!isOver()) {
    const stream = await append(prefix)
    const since = performance.now()
    await eventually(
      'taken',
      async () => (await takenOf(stream)).filter(row => names.includes(row.subscription)).length === names.length,
    )
    worst = Math.max(worst, performance.now() - since)
    await delay(50)
  }
  return worst
}

const LOCKED_MS = 8_000

for (const [what, lock] of [
  ['a table', (tx: Transaction) => tx.query(sql.unsafe`lock table locked in access exclusive mode`)],
  [
    'a checkpoint',
    (tx: Transaction) => tx.query(sql.unsafe`select 1 from ops.checkpoints where name = 'l1' for update`),
  ],
] as const)
  test(`${what} that is locked holds up its own subscription only`, async () => {
    await db.query(sql.unsafe`create table if not exists locked (stream text)`)
    const { stop } = await all('locked-', ['l1', 'l2', 'l3'], name =>
      name === 'l1' ? { before: async tx => void (await tx.query(sql.unsafe`insert into locked values ('x')`)) } : {},
    )
    let isOver = false
    const locking = db.transaction(async tx => {
      await lock(tx)
      await tx.query(sql.unsafe`select pg_sleep(${LOCKED_MS / 1_000})`)
    })
    const others = latest('locked-', ['l2', 'l3'], () => isOver)
    await delay(LOCKED_MS / 2)
    const waiting = await append('locked-')
    await delay(500)
    assert.equal(
      (await takenOf(waiting)).map(({ subscription }) => subscription),
      ['l2', 'l3'],
    )
    await locking
    isOver = true
    assert.ok((await others) <= 1_000, `${await others} ms`)
    await eventually('the other goes on', async () => (await takenOf(waiting)).length === 3)
    await stop()
  })

test('a slow write holds up its own subscription only', async () => {
  const { stop } = await all('slow-', ['s1', 's2', 's3'], name =>
    name === 's1' ? { before: async tx => void (await tx.query(sql.unsafe`select pg_sleep(3)`)) } : {},
  )
  const over = performance.now() + 5_000
  const worst = await latest('slow-', ['s2', 's3'], () => performance.now() > over)
  assert.ok(worst <= 2_000, `${worst} ms`)
  const Count = z.object({ count: z.number() })
  const takenCount = (name: string) =>
    db.oneFirst(sql.type(Count)`select count(*) as count from taken where subscription = ${name}`)
  await eventually('the slow one has caught up', async () => (await takenCount('s1')) === (await takenCount('s2')))
  const since = performance.now()
  const again = await append('slow-')
  await eventually('the others have taken it', async () => (await takenOf(again)).length === 2)
  assert.ok(performance.now() - since < 1_000, 'it is not waited for again')
  await eventually('the slow one goes on', async () => (await takenOf(again)).length === 3)
  await stop()
})

test('of several that write by one call, the slow one is found out and commits alone', async () => {
  const write = async (tx: Transaction, rows: readonly { subscription: string; stream: string }[]) => {
    for (const { subscription, stream } of rows) {
      if (subscription === 'z1') await tx.query(sql.unsafe`select pg_sleep(0.7)`)
      await tx.query(
        sql.unsafe`insert into taken (subscription, stream, revision) values (${subscription}, ${stream}, 0)`,
      )
    }
  }
  const { stop } = await all('suspected-', ['z1', 'z2', 'z3'], subscription => ({
    handle: ({ events, position }, checkpoint) =>
      checkpoint.commit(events, position, async () => {}, {
        write: write as never,
        rows: events.map(({ stream }) => ({ subscription, stream })),
      }),
  }))
  const transactions = async () => {
    const stream = await append('suspected-')
    await eventually('all have taken it', async () => (await takenOf(stream)).length === 3)
    return (await takenOf(stream)).map(({ tx }) => tx)
  }
  await transactions()
  // Each commits alone, and the slow one is measured.
  assert.is(new Set(await transactions()).size, 3)
  await delay(1_000)
  const [slow, second, third] = await transactions()
  assert.is(second, third)
  assert.is.not(slow, second)
  await stop()
})

test('a value that PostgreSQL refuses parks the event of one subscription; the others take it', async () => {
  const refusing = taking('p1', 'poison-', {
    before: async tx => void (await tx.query(sql.unsafe`select 1 / 0`)),
  })
  const handle = withParking({ subscription: 'p1', log: testLog() }, refusing.handle)
  const { running, stop } = await all('poison-', ['p1', 'p2', 'p3'], name => (name === 'p1' ? { handle } : {}))
  const stream = await append('poison-')
  await eventually('the others have taken it', async () => (await takenOf(stream)).length === 2)
  const parked = () => db.exists(sql.unsafe`select 1 from ops.set_aside where follower = 'p1' and stream = ${stream}`)
  await eventually('it is parked', parked)
  assert.ok(running.every(({ health }) => health().state === 'live'))
  await stop()
})

test('each event is taken once when the answer of a commit is lost', async () => {
  let isLost = false
  let lost = 0
  const losing = {
    ...db,
    async transaction(...given: Parameters<typeof db.transaction>) {
      const result = await db.transaction(...given)
      if (!isLost) return result
      lost += 1
      throw new PostgresSilent(1)
    },
  } as unknown as Database
  const leaders = createLeaderElection(db, testLog())
  const { stop } = await all('lost-', ['a1', 'a2', 'a3'], undefined, { ...stores.deps(), db: losing, leaders })
  for (let times = 0; times < 5; times += 1) {
    isLost = true
    const before = lost
    const stream = await append('lost-')
    await eventually('an answer is lost', () => lost > before)
    isLost = false
    await eventually('all have taken it', async () => (await takenOf(stream)).length === 3)
  }
  const after = await append('lost-')
  await eventually('they go on', async () => (await takenOf(after)).length === 3)
  await stop()
  await leaders.stop()
})

test('a checkpoint that an operator moved back is read again; one of a newer version is not moved', async () => {
  const { running, stop } = await all('moved-', ['m1', 'm2', 'm3'])
  const first = await append('moved-')
  await eventually('all have taken it', async () => (await takenOf(first)).length === 3)
  await db.transaction(async tx => {
    await tx.query(sql.unsafe`delete from taken where subscription = 'm1'`)
    await tx.query(sql.unsafe`
      update ops.checkpoints set commit_position = null, prepare_position = null, last_event = null where name = 'm1'`)
    await tx.query(sql.unsafe`update ops.checkpoints set version = 2 where name = 'm3'`)
  })
  const second = await append('moved-')
  for (const stream of [first, second])
    await eventually('m1 takes both', async () =>
      (await takenOf(stream)).some(({ subscription }) => subscription === 'm1'),
    )
  await eventually('m3 is superseded', () => running[2]?.health().state === 'superseded')
  assert.equal(
    (await takenOf(second)).map(({ subscription }) => subscription),
    ['m1', 'm2'],
  )
  await stop()
})

test('what leaves PostgreSQL commits durably, read models need not: in a shared transaction and alone', async () => {
  for (const [durability, expected] of [
    ['durable', 'on'],
    ['lossy', 'off'],
  ] as const) {
    const settings: string[] = []
    const { stop } = await all(`${durability}-`, [`c-${durability}`], () => ({
      durability,
      async before(tx) {
        const Row = z.object({ setting: z.string() })
        settings.push(await tx.oneFirst(sql.type(Row)`select current_setting('synchronous_commit') as setting`))
        if (settings.length === 1) throw new Error('the shared transaction fails')
      },
    }))
    const stream = await append(`${durability}-`)
    await eventually('it is taken alone', async () => (await takenOf(stream)).length === 1)
    assert.equal(settings, [expected, expected])
    await stop()
  }
})

test('a subscription whose lease was revoked is left out, and takes the event under its next one', async () => {
  const { stop } = await all('revoked-', ['v1', 'v2'])
  await db.query(sql.unsafe`delete from ops.leaders where name = 'v2'`)
  const stream = await append('revoked-')
  await eventually('both have taken it', async () => (await takenOf(stream)).length === 2)
  assert.is(new Set((await takenOf(stream)).map(({ tx }) => tx)).size, 2)
  await stop()
})

test('a transaction that another leader of one name ends is repeated for the other names, without an alarm', async () => {
  const frozen = Promise.withResolvers<void>()
  const stuck = Promise.withResolvers<void>()
  let isFreezing = false
  const leaders = createLeaderElection(db, testLog())
  const logged: string[] = []
  const log = testLog(line => logged.push(line))
  const { running, stop } = await all(
    'taken-over-',
    ['o1', 'o2', 'o3'],
    name => ({
      async before() {
        if (!isFreezing || name !== 'o3') return
        isFreezing = false
        frozen.resolve()
        await stuck.promise
      },
    }),
    { ...stores.deps(), leaders, log },
  )
  const heirs = createLeaderElection(db, testLog())
  isFreezing = true
  const stream = await append('taken-over-')
  await frozen.promise
  await db.query(sql.unsafe`update ops.leaders set until = now() - interval '1 second' where name = 'o2'`)
  const over = new AbortController()
  const taken = Promise.withResolvers<void>()
  const heir = heirs.runAsLeader('o2', over.signal, async () => {
    taken.resolve()
    await once(over.signal, 'abort')
  })
  await taken.promise
  stuck.resolve()
  await eventually('the others have taken it', async () => (await takenOf(stream)).length >= 2)
  assert.equal(
    (await takenOf(stream)).map(({ subscription }) => subscription),
    ['o1', 'o3'],
  )
  assert.ok(running.every(({ health }) => health().state !== 'retrying'))
  assert.equal(
    logged.filter(line => line.includes('interrupted')),
    [],
  )
  over.abort()
  await heir
  await eventually('the last as well', async () => (await takenOf(stream)).length === 3)
  await stop()
  await Promise.all([leaders.stop(), heirs.stop()])
})

test('a connection that hangs holds up the subscriptions of its transaction only', async () => {
  const hanging = Promise.withResolvers<void>()
  let isHanging = false
  const slow = {
    ...db,
    async transaction(...given: Parameters<typeof db.transaction>) {
      if (isHanging) {
        isHanging = false
        await hanging.promise
      }
      return db.transaction(...given)
    },
  } as unknown as Database
  const leaders = createLeaderElection(db, testLog())
  const deps = { ...stores.deps(), db: slow, leaders }
  const [held, other] = [await all('hangs-', ['h1'], undefined, deps), await all('goes-', ['g1'], undefined, deps)]
  isHanging = true
  const stuck = await append('hangs-')
  await eventually('it hangs', () => !isHanging)
  const since = performance.now()
  const taken = await append('goes-')
  await eventually('the other has taken it', async () => (await takenOf(taken)).length === 1)
  assert.ok(performance.now() - since < 4_000)
  assert.equal(await takenOf(stuck), [])
  hanging.resolve()
  await eventually('the first as well', async () => (await takenOf(stuck)).length === 1)
  await Promise.all([held.stop(), other.stop()])
  await leaders.stop()
})

test.run()
