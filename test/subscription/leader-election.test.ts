import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { connectPostgres, type Transaction } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { type Checkpoint, moveCheckpoint, putCheckpoint, readCheckpoint } from '#subscription/checkpoint.ts'
import { createLeaderElection, type LeaderElection } from '#subscription/leader-election.ts'
import { assertLease, type Lease } from '#subscription/lease.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { childrenOf } from '../harness/children.ts'
import { until } from '../harness/client.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { testLog } from '../harness/log.ts'
import { silentLine } from '../harness/silent-line.ts'
import { suite } from '../harness/suite.ts'

/** 15 s are promised to whoever waits for a leader that vanished or froze; the rest is what a busy machine takes. */
const REPLACED_MS_MAX = 25_000
/** A killed process is gone from PostgreSQL's sight at once: less than its lease still lasts. */
const KILLED_MS_MAX = 9_000

const STARTED_MS_MAX = 30_000

const test = suite('who leads')
const folder = dataFolder('leaders-')
const postgres = await startEmbeddedPostgres({ dataDir: folder })
const db = await connectPostgres(postgres.url)
await migrate(db, subscriptionMigrations)
await db.query(sql.unsafe`create table written (who text not null, at timestamptz not null default clock_timestamp())`)
await db.query(sql.unsafe`create table written_last (who text)`)
await db.query(sql.unsafe`insert into written_last values (null)`)
const children = childrenOf(new URL('leader-process.ts', import.meta.url), { DATABASE_URL: postgres.url })
const never = new AbortController().signal

test.after(async () => {
  await children.killAll()
  await db.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const startProcess = (who: string, env: Record<string, string> = {}) => children.start({ WHO: who, ...env })

const count = (who: string) =>
  db.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from written where who = ${who}`)

/** How long it took, in milliseconds, until `who` wrote more than it has. */
async function untilWritten(who: string, msMax: number): Promise<number> {
  const before = await count(who)
  const started = performance.now()
  while ((await count(who)) === before) {
    if (performance.now() - started > msMax) throw new Error(`${who} has not written for ${msMax} ms`)
    await delay(20)
  }
  return performance.now() - started
}

async function end(...ended: ChildProcess[]): Promise<void> {
  for (const child of ended) await children.kill(child)
}

test('one at a time, also within one process, and another as soon as it is given back', async () => {
  const [one, other] = [createLeaderElection(db, testLog()), createLeaderElection(db, testLog())]
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const leading = one.runAsLeader('a', never, async ({ holder }) => {
    begun.resolve()
    await held.promise
    return holder
  })
  await begun.promise
  assert.is(await one.runAsLeader('a', never, async () => 'led'), 'taken')
  assert.is(await other.runAsLeader('a', never, async () => 'led'), 'taken')
  assert.is(await other.runAsLeader('b', never, async () => 'led'), 'led')
  held.resolve()
  assert.type(await leading, 'number')
  assert.is(await other.runAsLeader('a', never, async () => 'led'), 'led')
  await Promise.all([one.stop(), other.stop()])
})

test('of ten processes that compete at once, one becomes leader', async () => {
  const all = Array.from({ length: 10 }, () => createLeaderElection(db, testLog()))
  const over = Promise.withResolvers<void>()
  let refused = 0
  const asked = all.map(async leaders => {
    const answer = await leaders.runAsLeader('crowd', never, async () => {
      await over.promise
      return 'led' as const
    })
    if (answer === 'taken') refused += 1
    return answer
  })
  await until(
    async () => refused,
    count => count === all.length - 1,
  )
  over.resolve()
  assert.equal((await Promise.all(asked)).filter(answer => answer === 'led').length, 1)
  await Promise.all(all.map(leaders => leaders.stop()))
})

test('a lease that could not be given back is free again for the process itself at once', async () => {
  const leaders = createLeaderElection(db, testLog())
  await leaders.runAsLeader('c', never, async ({ holder }) => {
    await db.query(
      sql.unsafe`insert into ops.leaders (name, holder, until) values ('d', ${holder}, now() + interval '10 seconds')`,
    )
  })
  assert.is(await leaders.runAsLeader('d', never, async () => 'led'), 'led')
  await leaders.stop()
})

test('a process that lost the lease writes nothing', async () => {
  const leaders = createLeaderElection(db, testLog())
  await leaders.runAsLeader('e', never, async lease => {
    await assertLease(db, lease)
    await db.query(sql.unsafe`update ops.leaders set holder = holder + 1 where name = 'e'`)
    const refused = await db.transaction(tx => assertLease(tx, lease)).catch(error => error)
    assert.is(refused.name, 'LeaseLost')
    const told = await Promise.race([once(lease.signal, 'abort'), delay(30_000, 'not told', { ref: false })])
    assert.is.not(told, 'not told')
  })
  await leaders.stop()
})

test('a checkpoint is moved only by the leader, from where it is', async () => {
  const leaders = createLeaderElection(db, testLog())
  const at = (commit: bigint, prepare = commit, version = 1) => ({
    version,
    position: { commit, prepare },
    lastEvent: commit,
    lastId: `of ${commit}`,
  })
  await db.transaction(tx => putCheckpoint(tx, 'moved', at(3n)))
  await leaders.runAsLeader('moved', never, async lease => {
    const move = (from: Checkpoint) =>
      db.transaction(tx => moveCheckpoint(tx, lease, from, at(4n))).catch(error => error.name)
    for (const elsewhere of [at(2n), at(2n, 3n), at(3n, 2n), at(3n, 3n, 2), { ...at(3n), position: null }])
      assert.is(await move(elsewhere), 'CheckpointMoved')
    await db.query(sql.unsafe`update ops.leaders set holder = holder + 1 where name = 'moved'`)
    assert.is(await move(at(3n)), 'LeaseLost')
    assert.equal(await readCheckpoint(db, 'moved'), at(3n))
    await db.query(sql.unsafe`update ops.leaders set holder = holder - 1 where name = 'moved'`)
    await move(at(3n))
  })
  assert.equal(await readCheckpoint(db, 'moved'), at(4n))
  await leaders.stop()
})

test('whoever leads ends what others have under way under that name', async () => {
  const [one, other] = [createLeaderElection(db, testLog()), createLeaderElection(db, testLog())]
  const at = (commit: bigint) => ({
    version: 1,
    position: { commit, prepare: commit },
    lastEvent: commit,
    lastId: null,
  })
  await db.transaction(tx => putCheckpoint(tx, 'j', at(3n)))
  await one.runAsLeader('j', never, async lease => {
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writing = db.transaction(async tx => {
      await moveCheckpoint(tx, lease, at(3n), at(4n))
      begun.resolve()
      await over.promise
    })
    const written = writing.then(
      () => 'written',
      () => 'ended',
    )
    await begun.promise
    await db.query(sql.unsafe`update ops.leaders set until = now() - interval '1 second' where name = 'j'`)
    assert.is(await other.runAsLeader('j', never, async () => 'led'), 'led')
    over.resolve()
    assert.is(await written, 'ended')
  })
  assert.equal(await readCheckpoint(db, 'j'), at(3n))
  await Promise.all([one.stop(), other.stop()])
})

test('the leader ends no session of other names, nor of other databases', async () => {
  await db.query(sql.unsafe`create database other`)
  const url = new URL(postgres.url)
  url.pathname = '/other'
  const elsewhere = await connectPostgres(url.href)
  await migrate(elsewhere, subscriptionMigrations)
  const [one, far, other] = [
    createLeaderElection(db, testLog()),
    createLeaderElection(elsewhere, testLog()),
    createLeaderElection(db, testLog()),
  ]
  const [over, begun] = [Promise.withResolvers<void>(), Array.from({ length: 2 }, () => Promise.withResolvers<void>())]
  const writing = [
    { of: db, leaders: one, name: 'k' },
    { of: elsewhere, leaders: far, name: 'l' },
  ].map(({ of, leaders, name }, index) =>
    leaders.runAsLeader(name, never, lease =>
      of.transaction(async tx => {
        await assertLease(tx, lease)
        begun[index]!.resolve()
        await over.promise
        return 'written'
      }),
    ),
  )
  const written = Promise.allSettled(writing)
  await Promise.all(begun.map(({ promise }) => promise))
  assert.is(await other.runAsLeader('l', never, async () => 'led'), 'led')
  over.resolve()
  assert.equal(
    (await written).map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  )
  await Promise.all([one, far, other].map(leaders => leaders.stop()))
  await elsewhere.end()
})

test('the leader leaves alone the sessions of transactions that are over', async () => {
  const [one, other] = [createLeaderElection(db, testLog()), createLeaderElection(db, testLog())]
  const Pid = sql.type(z.object({ pid: z.number() }))
  const pid = await one.runAsLeader('n', never, lease =>
    db.transaction(async tx => {
      await assertLease(tx, lease)
      return tx.oneFirst(Pid`select pg_backend_pid() as pid`)
    }),
  )
  assert.is(await other.runAsLeader('n', never, async () => 'led'), 'led')
  await delay(300)
  assert.ok(await db.exists(sql.unsafe`select 1 from pg_stat_activity where pid = ${pid}`))
  await Promise.all([one.stop(), other.stop()])
})

test('a transaction that froze before it was marked does not continue once another process leads', async () => {
  const leaders = createLeaderElection(db, testLog())
  const stalled = await leaders.runAsLeader('s', never, async lease => {
    const { asked } = await db.connect(async connection => {
      const marked = sql.fragment`hashtext('work of s'), ${lease.holder}::int`
      await connection.query(sql.unsafe`select pg_advisory_lock(${marked})`)
      const asked = db.transaction(tx => assertLease(tx, lease)).catch(error => error.name)
      await until(
        () => db.exists(sql.unsafe`select 1 from pg_locks where locktype = 'advisory' and not granted`),
        isWaiting => isWaiting,
      )
      await db.query(sql.unsafe`update ops.leaders set holder = holder + 1 where name = 's'`)
      await connection.query(sql.unsafe`select pg_advisory_unlock(${marked})`)
      return { asked }
    })
    return asked
  })
  assert.is(stalled, 'LeaseLost')
  await leaders.stop()
})

test('whoever leads begins when what others had under way has ended', async () => {
  const [one, other] = [createLeaderElection(db, testLog()), createLeaderElection(db, testLog())]
  const Pid = sql.type(z.object({ pid: z.number() }))
  await one.runAsLeader('t', never, async lease => {
    const [begun, over] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
    const writing = db
      .transaction(async tx => {
        await assertLease(tx, lease)
        begun.resolve(await tx.oneFirst(Pid`select pg_backend_pid() as pid`))
        await over.promise
      })
      .catch(() => 'ended')
    const pid = await begun.promise
    const isThere = () => db.exists(sql.unsafe`select 1 from pg_stat_activity where pid = ${pid}`)
    process.kill(pid, 'SIGSTOP')
    setTimeout(() => process.kill(pid, 'SIGCONT'), 500)
    await db.query(sql.unsafe`update ops.leaders set until = now() - interval '1 second' where name = 't'`)
    assert.not(await other.runAsLeader('t', never, isThere))
    over.resolve()
    assert.is(await writing, 'ended')
  })
  await Promise.all([one.stop(), other.stop()])
})

test('the leader ends all transactions of others at once, and waits for them together', async () => {
  const [one, other] = [createLeaderElection(db, testLog()), createLeaderElection(db, testLog())]
  const Pid = sql.type(z.object({ pid: z.number() }))
  const over = Promise.withResolvers<void>()
  const write = async (lease: Lease, begun: () => void) => {
    const writing = db.transaction(async tx => {
      await assertLease(tx, lease)
      begun()
      await over.promise
    })
    return writing.then(
      () => 'written',
      () => 'ended',
    )
  }
  await one.runAsLeader('u', never, async lease => {
    // Waited for one after the other they would outlast a lease.
    const begun = Array.from({ length: 8 }, () => Promise.withResolvers<void>())
    const written = begun.map(({ resolve }) => write(lease, resolve))
    await Promise.all(begun.map(({ promise }) => promise))
    const pids = await db.anyFirst(Pid`
      select pid from pg_locks where locktype = 'advisory' and classid = hashtext('work of u')::oid`)
    const stalled = pids.slice(0, -1)
    await db.query(sql.unsafe`update ops.leaders set until = now() - interval '1 second' where name = 'u'`)
    for (const pid of stalled) process.kill(pid, 'SIGSTOP')
    try {
      // What goes on meanwhile is not left time to commit, nor is its session ended when it is used for something else.
      setTimeout(over.resolve, 1_000)
      const isHeld = ({ holder }: Lease) =>
        db.exists(sql.unsafe`select 1 from ops.leaders where name = 'u' and holder = ${holder} and until > now()`)
      assert.ok(await other.runAsLeader('u', never, isHeld))
    } finally {
      for (const pid of stalled) process.kill(pid, 'SIGCONT')
    }
    assert.equal(
      await Promise.all(written),
      begun.map(() => 'ended'),
    )
  })
  await Promise.all([one.stop(), other.stop()])
})

/** A process that stands still between being given a lease and leading by it, until `wake`. */
function frozenOnceGiven(name: string) {
  const [given, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const frozen = {
    ...db,
    query: async (query: Parameters<typeof db.query>[0]) => {
      if (query.sql.includes('pg_terminate_backend') && query.values.flat().includes(name)) {
        given.resolve()
        await woken.promise
      }
      return db.query(query)
    },
  } as typeof db
  return { frozen, isGiven: given.promise, wake: woken.resolve }
}

test('a process that froze right after it was given the lease ends nothing of who leads by then', async () => {
  const { frozen, isGiven, wake } = frozenOnceGiven('m')
  const [begun, over] = Array.from({ length: 2 }, () => Promise.withResolvers<void>())
  const [late, other] = [createLeaderElection(frozen, testLog()), createLeaderElection(db, testLog())]
  const asked = late.runAsLeader('m', never, async () => 'led')
  await isGiven
  await db.query(sql.unsafe`update ops.leaders set until = now() - interval '1 second' where name = 'm'`)
  const written = other
    .runAsLeader('m', never, lease =>
      db.transaction(async tx => {
        await assertLease(tx, lease)
        begun!.resolve()
        await over!.promise
        return 'written'
      }),
    )
    .catch(() => 'ended')
  await begun!.promise
  wake()
  await asked
  over!.resolve()
  assert.is(await written, 'written')
  await Promise.all([late.stop(), other.stop()])
})

/** The sessions of all that are here; their other connections go on. */
const endSessions = () =>
  db.query(sql.unsafe`
    select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7246 and granted`)

test('the leader is notified when its session ends, and leads again with the next one', async () => {
  const leaders = createLeaderElection(db, testLog())
  await leaders.runAsLeader('f', never, async ({ signal }) => {
    const over = once(signal, 'abort')
    await endSessions()
    assert.is.not(await Promise.race([over, delay(30_000, 'not told', { ref: false })]), 'not told')
  })
  assert.is(await leaders.runAsLeader('f', never, async () => 'led'), 'led')
  await leaders.stop()
})

/**
 * Leads something else by the same session; `isTold` when the process noticed, with its next beat, that the session
 * is gone.
 */
async function leadingBeside(leaders: LeaderElection) {
  const begun = Promise.withResolvers<void>()
  const isTold = leaders.runAsLeader('beside', never, async ({ signal }) => {
    begun.resolve()
    await once(signal, 'abort')
  })
  await begun.promise
  return { isTold }
}

test('a process that gets a lease after its session has ended does not lead', async () => {
  const leaders = createLeaderElection(db, testLog())
  const { isTold } = await leadingBeside(leaders)
  const held = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  // Keeps the lease from being given.
  const holding = db
    .transaction(async tx => {
      await tx.query(sql.unsafe`insert into ops.leaders values ('g', 1, now())`)
      isHeld.resolve()
      await held.promise
      throw new Error('taken back')
    })
    .catch(() => undefined)
  await isHeld.promise
  const asked = leaders.runAsLeader('g', never, async () => 'led')
  await until(
    () =>
      db.exists(
        sql.unsafe`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%ops.leaders%'`,
      ),
    isWaiting => isWaiting,
  )
  await endSessions()
  await isTold
  held.resolve()
  await holding
  assert.is(await asked, 'taken')
  await leaders.stop()
})

test('a process whose session ended between lease and start does not lead alongside another one', async () => {
  const { frozen, isGiven, wake } = frozenOnceGiven('p')
  const [late, other] = [createLeaderElection(frozen, testLog()), createLeaderElection(db, testLog())]
  const { isTold } = await leadingBeside(late)
  const asked = late.runAsLeader('p', never, ({ signal }) =>
    Promise.race([once(signal, 'abort'), delay(5_000, 'not told')]),
  )
  await isGiven
  await endSessions()
  await isTold
  await other.runAsLeader('p', never, async () => {
    wake()
    assert.is(await asked, 'taken')
  })
  await Promise.all([late.stop(), other.stop()])
})

test('a lease that could not be given back is given back with a beat', async () => {
  const leaders = createLeaderElection(db, testLog())
  await leaders.runAsLeader('i', never, async () => {
    await db.query(sql.unsafe`alter table ops.leaders rename to leaders_away`)
  })
  await db.query(sql.unsafe`alter table ops.leaders_away rename to leaders`)
  const isThere = () => db.exists(sql.unsafe`select 1 from ops.leaders where name = 'i'`)
  assert.ok(await isThere())
  for (let waited = 0; waited < 20_000 && (await isThere()); waited += 100) await delay(100)
  assert.not(await isThere())
  await leaders.stop()
})

test('one that could not be given back is kept where the process leads by it again', async () => {
  const leaders = createLeaderElection(db, testLog())
  await leaders.runAsLeader('r', never, async () => {
    await db.query(sql.unsafe`alter table ops.leaders rename to leaders_away`)
  })
  await db.query(sql.unsafe`alter table ops.leaders_away rename to leaders`)
  // Two beats.
  const led = await leaders.runAsLeader('r', never, ({ signal }) =>
    Promise.race([once(signal, 'abort').then(() => 'lost'), delay(6_000, 'led', { ref: false })]),
  )
  assert.is(led, 'led')
  await leaders.stop()
})

test('a late release of a lease takes it from no other process', async () => {
  const leaders = createLeaderElection(db, testLog())
  await leaders.runAsLeader('q', never, async () => {
    await db.query(sql.unsafe`update ops.leaders set holder = -1 where name = 'q'`)
  })
  assert.ok(await db.exists(sql.unsafe`select 1 from ops.leaders where name = 'q' and holder = -1`))
  await leaders.stop()
})

test('a killed process is replaced by the standby within seconds', async () => {
  const first = await startProcess('killed')
  await untilWritten('killed', STARTED_MS_MAX)
  const second = await startProcess('its heir')
  await end(first)
  assert.ok((await untilWritten('its heir', REPLACED_MS_MAX)) < KILLED_MS_MAX)
  await end(second)
})

for (const [how, holdMs] of [
  ['between its transactions', 0],
  ['in the middle of a transaction that holds a row', 600],
] as const)
  test(`a process frozen ${how} is replaced within 15 s, and does nothing when it wakes`, async () => {
    const [frozen, heir] = [`frozen ${holdMs}`, `heir ${holdMs}`]
    const first = await startProcess(frozen, { HOLD_MS: String(holdMs) })
    await untilWritten(frozen, STARTED_MS_MAX)
    const second = await startProcess(heir)
    first.kill('SIGSTOP')
    const stopped = performance.now()
    await untilWritten(heir, REPLACED_MS_MAX)
    const replacedMs = performance.now() - stopped
    const before = await count(frozen)
    first.kill('SIGCONT')
    await delay(3_000)
    assert.is(await count(frozen), before)
    console.log(`\nfrozen ${how}: replaced after ${(replacedMs / 1000).toFixed(1)} s`)
    await end(first, second)
  })

test('a process frozen in the middle of what it sends is replaced within 15 s, and does nothing when it wakes', async () => {
  const first = await startProcess('frozen sending', { BYTES: String(2 ** 26) })
  await untilWritten('frozen sending', STARTED_MS_MAX)
  const second = await startProcess('heir of the sender')
  const isSending = () =>
    db.exists(sql.unsafe`
      select 1 from pg_stat_activity where state = 'active' and wait_event = 'ClientRead' and query like 'select length%'`)
  const isFrozenSo = async () => {
    if (!(await isSending())) return false
    first.kill('SIGSTOP')
    await delay(200)
    if (await isSending()) return true
    first.kill('SIGCONT')
    return false
  }
  for (const started = performance.now(); !(await isFrozenSo()); )
    if (performance.now() - started > 20_000) throw new Error('it was never met sending')
  await untilWritten('heir of the sender', REPLACED_MS_MAX)
  const before = await count('frozen sending')
  first.kill('SIGCONT')
  await delay(3_000)
  assert.is(await count('frozen sending'), before)
  await end(first, second)
})

test('a process whose connections go silent without ending is replaced within 15 s', async () => {
  const line = await silentLine(Number(new URL(postgres.url).port))
  const through = new URL(postgres.url)
  through.port = String(line.port)
  const first = await startProcess('vanished', { DATABASE_URL: through.href })
  await untilWritten('vanished', STARTED_MS_MAX)
  const second = await startProcess('heir of the vanished')
  line.silence()
  await untilWritten('heir of the vanished', REPLACED_MS_MAX)
  await end(first, second)
  line.close()
})

test('a frozen leader is replaced even when the clock was set back during the freeze', async () => {
  const ahead = await startProcess('ahead')
  await untilWritten('ahead', STARTED_MS_MAX)
  ahead.kill('SIGSTOP')
  // Its last beat may still be under way.
  await delay(200)
  await db.query(sql.unsafe`update ops.leaders set until = until + interval '1 hour' where name = 'test'`)
  const heir = await startProcess('heir')
  await untilWritten('heir', REPLACED_MS_MAX)
  await end(ahead, heir)
})

/** Claims in one statement; says of which names they were granted. */
async function claimed(leaders: LeaderElection, names: string[]): Promise<string[]> {
  const led = await Promise.all(names.map(name => leaders.runAsLeader(name, never, async () => name)))
  return led.filter(name => name !== 'taken')
}

/** A lease as another process has it, living or not. */
const putLease = (name: string, holder: number, until: string) =>
  db.query(sql.unsafe`
    insert into ops.leaders (name, holder, until) values (${name}, ${holder}, clock_timestamp() + ${until}::interval)`)

test('a lease is kept when the clock is set back a little', async () => {
  const leaders = createLeaderElection(db, testLog())
  let granted: string[] = []
  await db.connect(async session => {
    await session.query(sql.unsafe`select pg_advisory_lock(7246, 815)`)
    await putLease('set back', 815, '14 seconds')
    granted = await claimed(leaders, ['set back'])
    await session.query(sql.unsafe`select pg_advisory_unlock(7246, 815)`)
  })
  await leaders.stop()
  assert.equal(granted, [])
})

/** Runs `claim` while a transaction is where `begin` takes it, and `end` before it commits. */
async function claimedMeanwhile(
  begin: (tx: Transaction) => Promise<unknown>,
  claim: () => Promise<string[]>,
  end: (tx: Transaction) => Promise<unknown> = async () => {},
): Promise<string[] | 'delayed'> {
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const other = db.transaction(async tx => {
    await begin(tx)
    begun.resolve()
    await over.promise
    await end(tx)
  })
  await begun.promise
  const claims = claim()
  const names = await Promise.race([claims, delay(1_000, 'delayed' as const)])
  over.resolve()
  await other
  return names === 'delayed' && end.length > 0 ? claims : names
}

test('a free lease that is locked delays no other one', async () => {
  const leaders = createLeaderElection(db, testLog())
  await putLease('locked', -1, '-1 second')
  await putLease('unlocked', -1, '-1 second')
  const granted = await claimedMeanwhile(
    tx => tx.query(sql.unsafe`select 1 from ops.leaders where name = 'locked' for update`),
    () => claimed(leaders, ['locked', 'new', 'unlocked']),
  )
  const later = await claimed(leaders, ['locked'])
  await leaders.stop()
  assert.equal(granted, ['new', 'unlocked'])
  assert.equal(later, ['locked'])
})

test('a lease of a process that began after the claim is left to it', async () => {
  const leaders = createLeaderElection(db, testLog())
  await putLease('before', -1, '10 seconds')
  const granted = await claimedMeanwhile(
    tx =>
      tx.query(sql.unsafe`
        insert into ops.leaders values ('contended', 816, clock_timestamp() + interval '12 seconds')`),
    () => claimed(leaders, ['before', 'contended']),
    // It lives as long as its session, which is the pool's.
    tx => tx.query(sql.unsafe`select pg_advisory_lock(7246, 816)`),
  )
  await leaders.stop()
  assert.equal(granted, ['before'])
})

test.run()
