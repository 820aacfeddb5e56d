import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { connectPostgres, type Database } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import {
  createJobStore,
  jobMigrations,
  rescheduleAfterClockSetBack,
  type ScheduledJob,
  scheduleJobs,
  scheduleMissingJobs,
} from '#reactions/job-store.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { suite } from '../harness/suite.ts'

const test = suite('the job store')

const dataDir = dataFolder('due-work-')
const postgres = await startEmbeddedPostgres({ dataDir })
const db = await connectPostgres(postgres.url)
await migrate(db, jobMigrations)

const LEASE_MS = 60_000

/** The store, as of one queue. */
function storeOf(queue: string, of: Database, onRescheduled: (inMs: number) => void) {
  const store = createJobStore(of, ({ queue: other, dueInMs }) => {
    if (other === queue) onRescheduled(dueInMs)
  })
  return {
    ...store,
    claim: async (slots: number, leaseMs: number) => (await store.claim([{ queue, slots }], leaseMs)).jobs,
    nextDueInMs: async () => (await store.claim([{ queue, slots: 0 }], LEASE_MS)).dueInMs.get(queue) ?? null,
  }
}

let queues = 0
/** A queue of its own for each test, as one process sees it. */
function newQueue() {
  queues += 1
  const queue = `queue-${queues}`
  const rearmed: number[] = []
  const seenBy = () => storeOf(queue, db, inMs => rearmed.push(inMs))
  const arming = (id: string, dueInMs: number): ScheduledJob => ({
    queue,
    id,
    stream: `refund-${id}`,
    correlation_id: 'req_1',
    causation_id: 'evt_1',
    dueInMs,
  })
  const arm = (...due: [id: string, inMs: number][]) =>
    scheduleJobs(
      db,
      due.map(([id, inMs]) => arming(id, inMs)),
    )
  const armWhatIsMissing = async (...due: [id: string, inMs: number][]) =>
    (
      await scheduleMissingJobs(
        db,
        due.map(([id, inMs]) => arming(id, inMs)),
      )
    ).map(({ id }) => id)
  return { queue, work: seenBy(), rival: seenBy(), rearmed, arm, armWhatIsMissing }
}
function counted() {
  let statements = 0
  const counting = new Proxy(db, {
    get(target, name, receiver) {
      if (name === 'any' || name === 'query') statements += 1
      return Reflect.get(target, name, receiver)
    },
  })
  return { counting, statements: () => statements }
}
const done = { inMs: null, attempts: 0, failures: 0 }
const ids = (claims: { id: string }[]) => claims.map(({ id }) => id)

/** As if so much time had passed for what waits in a queue. */
const pass = (queue: string, ms: number) =>
  db.query(sql.unsafe`
    update ops.due_work set due_at = due_at - ${ms} * interval '1 millisecond' where queue = ${queue}`)

test('is claimed when it is due and not before, the longest waiting first', async () => {
  const { queue, work, arm } = newQueue()
  await arm(['b', 200_000], ['a', 100_000], ['c', 900_000])
  assert.equal(await work.claim(10, LEASE_MS), [])
  await pass(queue, 300_000)
  assert.equal(ids(await work.claim(1, LEASE_MS)), ['a'])
  assert.equal(ids(await work.claim(10, LEASE_MS)), ['b'])
})

test('shows how long ago it was last scheduled, by the clock of the database', async () => {
  const { work, arm } = newQueue()
  await arm(['a', 0])
  await delay(60)
  const [first] = await work.claim(1, LEASE_MS)
  assert.ok(first!.armed_for_ms >= 60)
  await work.settle({ ...done, claim: first!, inMs: 0 })
  const before = Date.now()
  await arm(['a', 0])
  const [again] = await work.claim(1, LEASE_MS)
  assert.ok(again!.armed_for_ms <= Date.now() - before + 1)
})

test('was scheduled as long ago as its delay when it is due', async () => {
  const { work, arm } = newQueue()
  await arm(['a', 50])
  let claims: Awaited<ReturnType<typeof work.claim>> = []
  while (claims.length === 0) claims = await work.claim(1, LEASE_MS)
  assert.ok(claims[0]!.armed_for_ms >= 50, `${claims[0]!.armed_for_ms} ms`)
})

test('comes with its cause', async () => {
  const { work, arm } = newQueue()
  await arm(['a', 0])
  const [claim] = await work.claim(1, LEASE_MS)
  assert.equal([claim?.stream, claim?.correlation_id, claim?.causation_id], ['refund-a', 'req_1', 'evt_1'])
})

test('scheduled again it is due earlier, never later', async () => {
  const { work, arm } = newQueue()
  const dueWithin = async (fromMs: number, toMs: number) => {
    const inMs = (await work.nextDueInMs()) ?? Number.NaN
    assert.ok(inMs > fromMs && inMs <= toMs, `in ${inMs} ms`)
  }
  await arm(['a', 50_000])
  await arm(['a', 90_000])
  await dueWithin(40_000, 50_000)
  await arm(['a', 30_000], ['a', 40_000])
  await dueWithin(20_000, 30_000)
})

test('is held by one of many claimers', async () => {
  const { work, rival, arm } = newQueue()
  await arm(...Array.from({ length: 100 }, (_, n): [string, number] => [`r${n}`, 0]))
  const claims = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? work : rival).claim(10, LEASE_MS)))
  const held = ids(claims.flat())
  assert.is(new Set(held).size, held.length)
  assert.is((await work.claim(100, LEASE_MS)).length, 100 - held.length)
})

test('settled for later it is due again then, with its counts', async () => {
  const { queue, work, arm } = newQueue()
  await arm(['a', 0])
  const [claim] = await work.claim(1, LEASE_MS)
  await work.settle({ claim: claim!, inMs: 100_000, attempts: 3, failures: 1 })
  assert.equal(await work.claim(1, LEASE_MS), [])
  await pass(queue, 120_000)
  const [again] = await work.claim(1, LEASE_MS)
  assert.equal([again?.attempts, again?.failures], [3, 1])
})

test('settled as done it is gone', async () => {
  const { work, arm } = newQueue()
  await arm(['a', 0])
  const [claim] = await work.claim(1, LEASE_MS)
  await work.settle({ claim: claim!, ...done })
  assert.is(await work.nextDueInMs(), null)
  assert.equal(await work.claim(1, LEASE_MS), [])
})

test('done jobs are deleted by the statement that settles them, many together', async () => {
  const { queue, work, arm } = newQueue()
  const { counting, statements } = counted()
  await arm(['a', 0], ['b', 0], ['c', 0], ['d', 60_000])
  const claims = await work.claim(10, LEASE_MS)
  const settling = storeOf(queue, counting, () => assert.unreachable('nothing was armed meanwhile'))
  await Promise.all(claims.map(claim => settling.settle({ ...done, claim })))
  assert.is(statements(), 1)
  const left = await db.anyFirst(sql.unsafe`select id from ops.due_work where queue = ${queue}`)
  assert.equal(left, ['d'])
})

test('a job that is done in one queue stays in another, under the same id', async () => {
  const [one, other] = [newQueue(), newQueue()]
  for (const { arm } of [one, other]) await arm(['a', 0], ['b', 0])
  const claims = await one.work.claim(10, LEASE_MS)
  await Promise.all(claims.map(claim => one.work.settle({ ...done, claim, inMs: claim.id === 'b' ? 60_000 : null })))
  assert.equal(await one.work.claim(10, LEASE_MS), [])
  assert.equal(ids(await other.work.claim(10, LEASE_MS)).sort(), ['a', 'b'])
})

test('jobs of several queues are settled by one statement', async () => {
  const [one, other] = [newQueue(), newQueue()]
  for (const { arm } of [one, other]) await arm(['a', 0], ['b', 0])
  const { counting, statements } = counted()
  const store = createJobStore(counting, () => assert.unreachable('nothing was armed meanwhile'))
  const slots = [one, other].map(({ queue }) => ({ queue, slots: 10 }))
  const { jobs } = await store.claim(slots, LEASE_MS)
  assert.is(jobs.length, 4)
  const before = statements()
  await Promise.all(jobs.map(claim => store.settle({ ...done, claim, inMs: claim.id === 'b' ? 60_000 : null })))
  assert.is(statements() - before, 1)
  for (const { queue } of [one, other])
    assert.equal(await db.anyFirst(sql.unsafe`select id from ops.due_work where queue = ${queue}`), ['b'])
})

test('a locked job, or an outcome that cannot be stored, holds up no settlement of another queue', async () => {
  const [locked, invalid, other] = [newQueue(), newQueue(), newQueue()]
  for (const { arm } of [locked, invalid, other]) await arm(['a', 0])
  const store = createJobStore(db, () => {})
  const slots = [locked, invalid, other].map(({ queue }) => ({ queue, slots: 1 }))
  const { jobs } = await store.claim(slots, LEASE_MS)
  const settle = ({ queue }: { queue: string }, inMs: number | null = null) =>
    store.settle({ ...done, claim: jobs.find(job => job.queue === queue)!, inMs })
  const isLocked = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const locking = db.transaction(async tx => {
    await tx.query(sql.unsafe`select from ops.due_work where queue = ${locked.queue} for update`)
    isLocked.resolve()
    await letGo.promise
  })
  await isLocked.promise
  let isSettled = false
  const settling = settle(locked).then(() => (isSettled = true))
  const failing = settle(invalid, 1e300).then(
    () => 'stored',
    () => 'refused',
  )
  await settle(other)
  assert.is(await failing, 'refused')
  assert.is(isSettled, false)
  letGo.resolve()
  await Promise.all([locking, settling])
  const left = sql.unsafe`select queue from ops.due_work where queue = any(${sql.array(
    slots.map(({ queue }) => queue),
    'text',
  )})`
  assert.equal(await db.anyFirst(left), [invalid.queue])
})

test('a claim of several queues takes of each as many as it has slots, and says when the next is due', async () => {
  const [one, other, idle] = [newQueue(), newQueue(), newQueue()]
  await one.arm(['a', -2_000], ['b', -1_000], ['c', 50_000])
  await other.arm(['a', 0], ['b', 90_000])
  const slots = [
    { queue: one.queue, slots: 1 },
    { queue: other.queue, slots: 5 },
    { queue: idle.queue, slots: 5 },
  ]
  const { jobs, dueInMs } = await createJobStore(db, () => {}).claim(slots, LEASE_MS)
  assert.equal(
    jobs.map(({ queue, id }) => [queue, id]).sort(),
    [
      [one.queue, 'a'],
      [other.queue, 'a'],
    ].sort(),
  )
  assert.equal([...dueInMs.keys()].sort(), [one.queue, other.queue].sort())
  const within = (queue: string, fromMs: number, toMs: number) =>
    assert.ok(dueInMs.get(queue)! > fromMs && dueInMs.get(queue)! <= toMs, `${dueInMs.get(queue)} ms`)
  within(one.queue, 40_000, 50_000)
  within(other.queue, 80_000, 90_000)
})

test('claims, renewals and settlements read no table as a whole, with a quarter of a million jobs', async () => {
  const names = Array.from({ length: 14 }, () => newQueue().queue)
  await db.query(sql.unsafe`
    insert into ops.due_work (queue, id, stream, correlation_id, causation_id, due_at)
    select q, 'job-' || n, 'refund-' || n, 'req_1', 'evt_1', clock_timestamp() + (n - 9000) * interval '1 second'
    from unnest(${sql.array(names, 'text')}) as q, generate_series(1, 18000) as n`)
  const readWhole = sql.type(z.object({ scans: z.number() }))`
    select seq_scan::int4 as scans from pg_stat_user_tables where relname = 'due_work'`
  // Sessions of earlier tests report their last scans when they end.
  await db.query(sql.unsafe`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database() and backend_type = 'client backend'`)
  // Sessions report their statistics once a second.
  const scans = async () => {
    await delay(1_500)
    return db.oneFirst(readWhole)
  }
  const store = createJobStore(db, () => {})
  for (const withStatistics of [false, true]) {
    if (withStatistics) await db.query(sql.unsafe`analyze ops.due_work`)
    const before = await scans()
    const { jobs } = await store.claim(
      names.map(queue => ({ queue, slots: 64 })),
      LEASE_MS,
    )
    assert.is(jobs.length, names.length * 64)
    await store.renew(jobs, LEASE_MS)
    await Promise.all(jobs.map((claim, n) => store.settle({ ...done, claim, inMs: n % 2 === 0 ? null : 60_000 })))
    assert.is(await scans(), before)
  }
  await db.query(sql.unsafe`delete from ops.due_work where queue = any(${sql.array(names, 'text')})`)
})

test('scheduled by a transaction that the settlement waits for it is not dropped, and is reported', async () => {
  const { queue, work, rearmed, arm } = newQueue()
  await arm(['a', 0], ['b', 0], ['c', 0])
  const claims = await work.claim(10, LEASE_MS)
  const armed = Promise.withResolvers<void>()
  const settling = armed.promise.then(() =>
    Promise.all(claims.map(claim => work.settle({ ...done, claim, inMs: claim.id === 'b' ? 60_000 : null }))),
  )
  await db.transaction(async tx => {
    const cause = { stream: 'refund-1', correlation_id: 'req_2', causation_id: 'evt_2' }
    await scheduleJobs(
      tx,
      ['a', 'b'].map(id => ({ ...cause, queue, id, dueInMs: 0 })),
    )
    armed.resolve()
    const isWaiting = sql.type(z.object({ waits: z.boolean() }))`
      select exists (select 1 from pg_locks where not granted and locktype = 'transactionid') as waits`
    while (!(await tx.one(isWaiting)).waits) await delay(5)
  })
  await settling
  assert.is(rearmed.length, 2)
  assert.ok(
    rearmed.every(inMs => inMs <= 0),
    `${rearmed}`,
  )
  assert.equal(ids(await work.claim(10, LEASE_MS)).sort(), ['a', 'b'])
  assert.is(await work.nextDueInMs(), null)
})

test('scheduled while it is claimed it is not dropped, and begins again', async () => {
  const { work, rival, rearmed, arm } = newQueue()
  await arm(['a', 0])
  const [claim] = await work.claim(1, LEASE_MS)
  await arm(['a', 50])
  await delay(60)
  assert.equal(await rival.claim(1, LEASE_MS), [])
  await work.settle({ claim: claim!, ...done })
  assert.is(rearmed.length, 1)
  assert.ok(rearmed[0]! <= 0, `due in ${rearmed[0]} ms`)
  assert.equal(ids(await rival.claim(1, LEASE_MS)), ['a'])
})

test('goes to another process when the lease expires, and the one that lost it changes nothing any more', async () => {
  const { work, rival, arm } = newQueue()
  await arm(['a', 0])
  const [lost] = await work.claim(1, 30)
  await delay(60)
  const [taken] = await rival.claim(1, LEASE_MS)
  assert.is.not(taken!.fence, lost!.fence)
  await work.settle({ claim: lost!, ...done })
  await work.renew([lost!], 1)
  await delay(10)
  assert.equal(await work.claim(1, LEASE_MS), [])
  await rival.settle({ claim: taken!, inMs: 700_000, attempts: 1, failures: 0 })
  const inMs = (await work.nextDueInMs()) ?? Number.NaN
  assert.ok(inMs > 600_000 && inMs <= 700_000, `in ${inMs} ms`)
})

test('a process that lost its lease changes nothing of a job that was done and scheduled again since', async () => {
  const { work, rival, arm } = newQueue()
  await arm(['a', 0])
  const [lost] = await work.claim(1, 30)
  await delay(60)
  const [taken] = await rival.claim(1, LEASE_MS)
  await rival.settle({ claim: taken!, ...done })
  await arm(['a', 0])
  const [anew] = await rival.claim(1, LEASE_MS)
  await work.settle({ claim: lost!, ...done })
  await rival.settle({ claim: anew!, inMs: 700_000, attempts: 1, failures: 0 })
  const inMs = (await work.nextDueInMs()) ?? Number.NaN
  assert.ok(inMs > 600_000 && inMs <= 700_000, `in ${inMs} ms`)
})

test('a renewed lease holds', async () => {
  const { work, rival, arm } = newQueue()
  await arm(['a', 0])
  const claims = await work.claim(1, 40)
  await work.renew(claims, LEASE_MS)
  await delay(60)
  assert.equal(await rival.claim(1, LEASE_MS), [])
})

test('a renewal that comes after the settlement does not lock it', async () => {
  const { work, rival, arm } = newQueue()
  await arm(['a', 0])
  const claims = await work.claim(1, LEASE_MS)
  await work.settle({ claim: claims[0]!, inMs: 0, attempts: 0, failures: 0 })
  await work.renew(claims, LEASE_MS)
  assert.is((await rival.claim(1, LEASE_MS)).length, 1)
})

test('scheduled only where it is missing it leaves existing jobs as they are, waiting or claimed', async () => {
  const { work, arm, armWhatIsMissing } = newQueue()
  await arm(['held', 0])
  const [held] = await work.claim(1, LEASE_MS)
  await arm(['waiting', 60_000])
  assert.equal(await armWhatIsMissing(['waiting', 0], ['held', 0], ['lost', 0]), ['lost'])
  assert.equal(ids(await work.claim(10, LEASE_MS)), ['lost'])
  await work.settle({ claim: held!, ...done })
  assert.equal(await armWhatIsMissing(['held', 0]), ['held'])
})

test('scheduled where it is missing it brings back a done job that was never deleted', async () => {
  const { queue, work, arm, armWhatIsMissing } = newQueue()
  await arm(['a', 0])
  await db.query(sql.unsafe`update ops.due_work set due_at = 'infinity' where queue = ${queue}`)
  assert.equal(await armWhatIsMissing(['a', 0]), ['a'])
  assert.equal(ids(await work.claim(1, LEASE_MS)), ['a'])
})

/** As if everything of a queue had been written while the clock was an hour ahead. */
const anHourAhead = (queue: string) =>
  db.query(sql.unsafe`
    update ops.due_work set due_at = due_at + interval '1 hour', due_set_at = due_set_at + interval '1 hour',
      armed_at = armed_at + interval '1 hour', leased_until = leased_until + interval '1 hour'
    where queue = ${queue}`)

test('delayed by a clock that was set back it waits for its own delay', async () => {
  const { queue, work, arm } = newQueue()
  await arm(['a', 30_000], ['b', 0])
  const [claim] = await work.claim(1, LEASE_MS)
  await work.settle({ claim: claim!, inMs: 20_000, attempts: 0, failures: 0 })
  assert.is(await rescheduleAfterClockSetBack(db), 0)
  await anHourAhead(queue)
  assert.is(await rescheduleAfterClockSetBack(db), 2)
  const next = (await work.nextDueInMs()) ?? Number.NaN
  assert.ok(next > 5_000 && next <= 20_000, `in ${next} ms`)
  assert.is(await rescheduleAfterClockSetBack(db), 0)
  await arm(['a', 0])
  const [again] = await work.claim(1, LEASE_MS)
  assert.ok(again!.id === 'a' && again!.armed_for_ms >= 0 && again!.armed_for_ms < 60_000)
})

test('claimed by a lease from before the clock was set back it goes to another process', async () => {
  const { queue, work, rival, arm } = newQueue()
  await arm(['a', 0])
  await work.claim(1, LEASE_MS)
  await db.query(
    sql.unsafe`update ops.due_work set leased_until = leased_until + interval '1 hour' where queue = ${queue}`,
  )
  assert.equal(ids(await rival.claim(1, LEASE_MS)), ['a'])
})

test('concurrent schedulings, claims and settlements lose nothing', async () => {
  const { work, rival, arm } = newQueue()
  const finished = new Map<string, number>()
  let arming = 2
  const claimer = async (by: typeof work) => {
    for (let idle = 0; idle < 20 || arming > 0; ) {
      const claims = await by.claim(16, LEASE_MS)
      idle = claims.length === 0 ? idle + 1 : 0
      await Promise.all(
        claims.map(async claim => {
          finished.set(claim.id, (finished.get(claim.id) ?? 0) + 1)
          await by.settle({ claim, ...done })
        }),
      )
    }
  }
  const armer = async (from: number) => {
    for (let round = 0; round < 10; round += 1)
      await arm(...Array.from({ length: 50 }, (_, n): [string, number] => [`r${(n + from) % 50}`, 0]))
    arming -= 1
  }
  await Promise.all([armer(0), armer(25), claimer(work), claimer(rival)])
  assert.is(finished.size, 50)
  assert.is(await work.nextDueInMs(), null)
})

test('no plan is kept that was made for an empty queue, which may grow within a minute', async () => {
  await db.query(sql.unsafe`delete from ops.due_work`)
  await db.query(sql.unsafe`vacuum analyze ops.due_work`)
  const Statement = z.object({ executions: z.number(), with_kept_plan: z.number() })
  await db.connect(async session => {
    const work = storeOf('empty', session as Partial<Database> as Database, () => {})
    for (let count = 0; count < 12; count += 1) {
      const job = { queue: 'empty', id: 'job', stream: 'refund-1', correlation_id: 'req_1', causation_id: 'evt_1' }
      await scheduleJobs(session, [{ ...job, dueInMs: 0 }])
      const claims = await work.claim(5, LEASE_MS)
      await work.renew(claims, LEASE_MS)
      await Promise.all(claims.map(claim => work.settle({ claim, ...done })))
    }
    const statements = await session.any(sql.type(Statement)`
      select (generic_plans + custom_plans)::int4 as executions, generic_plans::int4 as with_kept_plan
      from pg_prepared_statements where statement not like '%insert into ops.due_work%'`)
    const hot = statements.filter(({ executions }) => executions >= 12)
    assert.equal(
      hot.map(({ with_kept_plan }) => with_kept_plan),
      [0, 0, 0],
    )
  })
})

test.after(async () => {
  await db.end()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
