import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { type JobRunner, type JobRunnerOptions, startJobRunner } from '#reactions/job-runner.ts'
import { jobMigrations, scheduleJobs } from '#reactions/job-store.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { testLog } from '../harness/log.ts'
import { standstill } from '../harness/standstill.ts'
import { suite } from '../harness/suite.ts'

const test = suite('the job runner')

const dataDir = dataFolder('due-runner-')
const postgres = await startEmbeddedPostgres({ dataDir })
const db = await connectPostgres(postgres.url)
await migrate(db, jobMigrations)

const runners: JobRunner[] = []
let queues = 0
type Started = Omit<JobRunnerOptions['queues'][number], 'name'> & { queue?: string; onFailure?(): void }
function start({ queue = `queue-${++queues}`, onFailure = () => {}, ...options }: Started) {
  const runner = startJobRunner({ db, log: testLog(), queues: [{ name: queue, ...options }], onFailure })
  runners.push(runner)
  return {
    ...runner,
    async arm(id: string, dueInMs = 0) {
      const cause = { stream: `refund-${id}`, correlation_id: 'req_1', causation_id: 'evt_1' }
      await scheduleJobs(db, [{ ...cause, queue, id, dueInMs }])
      runner.wake({ queue, dueInMs })
    },
  }
}
async function until(isSo: () => boolean, withinMs = 30_000) {
  const deadline = Date.now() + withinMs
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`not so after ${withinMs} ms`)
    await delay(2)
  }
}

test('runs a job when it is due, within milliseconds', async () => {
  const late: number[] = []
  let dueAt = 0
  let armedInMs = 0
  const stoodStillMs = standstill()
  const runner = start({
    async handler() {
      late.push(Date.now() - dueAt)
      return { done: true }
    },
  })
  for (const inMs of [0, 50, 200]) {
    const before = late.length
    dueAt = Date.now() + inMs
    await runner.arm(`r${inMs}`, inMs)
    armedInMs = Math.max(armedInMs, Date.now() - dueAt + inMs)
    await until(() => late.length > before)
  }
  assert.ok(Math.min(...late) >= 0, `never early: ${late}`)
  // Far below the poll of 1 s: it was woken, it did not stumble over it.
  assert.ok(Math.max(...late) < 500 + stoodStillMs() + armedInMs, `not late: ${late}`)
})

test('runs a job again when its outcome says so, with its counts', async () => {
  const seen: number[] = []
  const runner = start({
    async handler(claim) {
      seen.push(claim.attempts)
      return seen.length < 4 ? { inMs: 10, attempts: claim.attempts + 1 } : { done: true }
    },
  })
  await runner.arm('a')
  await until(() => seen.length === 4)
  await delay(100)
  assert.equal(seen, [0, 1, 2, 3])
})

test('repeats a failed job, later each time, and keeps its count of attempts', async () => {
  const times: number[] = []
  let failures = 0
  const runner = start({
    onFailure: () => (failures += 1),
    async handler(claim) {
      times.push(Date.now())
      assert.is(claim.failures, times.length - 1)
      if (times.length < 3) throw new Error('store is down')
      return { done: true }
    },
  })
  await runner.arm('a')
  await until(() => times.length === 3)
  const [first = 0, second = 0, third = 0] = times
  assert.ok(second - first >= 500 && third - second >= 1_000, `${second - first} ms, ${third - second} ms`)
  assert.is(failures, 2)
})

test('runs far more jobs than its slots without a pause, each once', async () => {
  const seen = new Map<string, number>()
  let underWay = 0
  let mostUnderWay = 0
  const isFull = Promise.withResolvers<void>()
  const runner = start({
    concurrency: 8,
    async handler({ id }) {
      underWay += 1
      mostUnderWay = Math.max(mostUnderWay, underWay)
      if (underWay === 8) isFull.resolve()
      await isFull.promise
      await delay(1)
      underWay -= 1
      seen.set(id, (seen.get(id) ?? 0) + 1)
      return { done: true }
    },
  })
  await Promise.all(Array.from({ length: 400 }, (_, n) => runner.arm(`r${n}`)))
  await until(() => seen.size === 400)
  await delay(50)
  assert.equal([...new Set(seen.values())], [1])
  assert.is(mostUnderWay, 8)
})

test('one long job does not delay those after it', async () => {
  const done = new Set<string>()
  const slow = Promise.withResolvers<void>()
  const runner = start({
    concurrency: 8,
    async handler({ id }) {
      if (id === 'slow') await slow.promise
      done.add(id)
      return { done: true }
    },
  })
  try {
    await runner.arm('slow')
    await Promise.all(Array.from({ length: 400 }, (_, n) => runner.arm(`r${n}`)))
    // Seven with each poll would take most of a minute.
    await until(() => done.size === 400, 20_000)
  } finally {
    slow.resolve()
  }
})

test('a backlog of slow jobs does not delay the jobs of another queue', async () => {
  const late: number[] = []
  let slow = 0
  let dueAt = 0
  const log = testLog()
  const runner = startJobRunner({
    ...{ db, log },
    queues: [
      {
        name: 'backlog',
        concurrency: 8,
        async handler() {
          slow += 1
          await delay(20)
          return { done: true }
        },
      },
      {
        name: 'prompt',
        async handler() {
          late.push(performance.now() - dueAt)
          return { done: true }
        },
      },
    ],
  })
  runners.push(runner)
  const cause = { stream: 'refund-1', correlation_id: 'req_1', causation_id: 'evt_1', dueInMs: 0 }
  await scheduleJobs(
    db,
    Array.from({ length: 4_000 }, (_, n) => ({ ...cause, queue: 'backlog', id: `${n}` })),
  )
  runner.wake({ queue: 'backlog', dueInMs: 0 })
  await until(() => slow > 8)
  const stoodStillMs = standstill()
  for (let n = 0; n < 10; n += 1) {
    await scheduleJobs(db, [{ ...cause, queue: 'prompt', id: `${n}` }])
    dueAt = performance.now()
    runner.wake({ queue: 'prompt', dueInMs: 0 })
    await until(() => late.length > n)
  }
  assert.ok(slow < 4_000, 'the backlog was there all the time')
  // Far below the poll of 1 s.
  assert.ok(Math.max(...late) < 500 + stoodStillMs(), `${late}`)
  await db.query(sql.unsafe`delete from ops.due_work where queue = 'backlog'`)
})

test('without jobs a process asks once a second for all its queues', async () => {
  let statements = 0
  const counting = new Proxy(db, {
    get(target, name, receiver) {
      if (['one', 'any', 'query', 'maybeOneFirst'].includes(String(name))) statements += 1
      return Reflect.get(target, name, receiver)
    },
  })
  const handler = async () => ({ done: true }) as const
  const idle = Array.from({ length: 14 }, (_, n) => ({ name: `idle-${n}`, handler }))
  const runner = startJobRunner({ db: counting, log: testLog(), queues: idle })
  runners.push(runner)
  await delay(3_500)
  assert.ok(statements >= 2 && statements <= 4, `${statements}`)
})

test('keeps a job that takes longer than its lease', async () => {
  let steps = 0
  const slow = {
    queue: 'shared',
    async handler() {
      steps += 1
      await delay(4_500)
      return { done: true } as const
    },
  }
  const runner = start(slow)
  start(slow)
  await runner.arm('a')
  await until(() => steps === 1)
  const stoodStillMs = standstill()
  await delay(4_700)
  // A process that stands still for as long loses its lease.
  assert.ok(steps === 1 || stoodStillMs() > 1_500, `${steps} steps`)
})

test('a stop lets the running job end and stores its outcome', async () => {
  let isBegun = false
  let isDone = false
  const runner = start({
    queue: 'stopping',
    async handler() {
      isBegun = true
      await delay(100)
      isDone = true
      return { done: true }
    },
  })
  await runner.arm('a')
  await until(() => isBegun)
  await runner.stop()
  assert.ok(isDone)
  let again = 0
  start({
    queue: 'stopping',
    async handler() {
      again += 1
      return { done: true }
    },
  })
  await delay(200)
  assert.is(again, 0)
})

test('runs no job that is announced after its stop', async () => {
  let runs = 0
  const runner = start({
    async handler() {
      runs += 1
      return { done: true }
    },
  })
  await runner.stop()
  await runner.arm('late')
  await delay(300)
  assert.is(runs, 0)
})

test.after(async () => {
  await Promise.all(runners.map(runner => runner.stop()))
  await db.end()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
