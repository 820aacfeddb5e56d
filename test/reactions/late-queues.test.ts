import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { startJobMetrics } from '#reactions/job-metrics.ts'
import { scheduleJobs } from '#reactions/job-store.ts'
import { reactionMigrations } from '#reactions/start.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { testLog } from '../harness/log.ts'
import { suite } from '../harness/suite.ts'
import { eventually } from '../projector/table-contents.ts'

const LOOK_MS = 20
const STALLED_MS = 1_000
const ROWS = 60
const QUEUE = 'queue'

const cause = { stream: 'refund-1', correlation_id: 'req_1', causation_id: 'evt_1', queue: QUEUE }

const test = suite('late queues of jobs')
const dataDir = dataFolder('late-queues-')
const postgres = await startEmbeddedPostgres({ dataDir })
const db = await connectPostgres(postgres.url)
await migrate(db, [...subscriptionMigrations, ...reactionMigrations])
const queue = { name: QUEUE, handler: async () => ({ done: true }) as const, lagMsMax: 60_000 }
const see = (pollMs: number) =>
  startJobMetrics(
    { metrics: new Registry(), db, log: testLog() },
    [{ reactions: [], queues: [queue], overdueRules: [] }],
    {
      pollMs,
      stalledMs: STALLED_MS,
    },
  )
const seen = see(LOOK_MS)

const arm = (dueInMs: (row: number) => number) =>
  scheduleJobs(
    db,
    Array.from({ length: ROWS }, (_, row) => ({ ...cause, id: `${row}`, dueInMs: dueInMs(row) })),
  )
const doOldest = () =>
  db.query(sql.unsafe`
    delete from ops.due_work where (queue, id) in (select queue, id from ops.due_work order by due_at limit 1)`)

/** Does the work row by row for twice the time after which a queue stands still, and leaves some. */
async function workOff(step: () => Promise<unknown>) {
  await eventually('seen', () => seen.lagMs() > 60_000)
  const begunMs = performance.now()
  let aheadMs = performance.now()
  for (let done = 1; done < ROWS && performance.now() - begunMs < 2 * STALLED_MS; done += 1) {
    await step()
    await delay(2 * LOOK_MS)
    // A machine that stood still for so long has done nothing meanwhile.
    if (performance.now() - aheadMs < STALLED_MS / 2) assert.equal(seen.lateQueues(), [])
    aheadMs = performance.now()
  }
}

test('jobs that waited for too long are a backlog while jobs are done, and late once none is done', async () => {
  await arm(row => -600_000 + row * 1_000)
  await workOff(doOldest)
  assert.ok(seen.lagMs() > 60_000)
  await eventually('late', () => seen.lateQueues().includes(QUEUE))
  await doOldest()
  await eventually('done again', () => seen.lateQueues().length === 0)
})

test('the same holds for jobs that are due at the same moment', async () => {
  await db.query(sql.unsafe`delete from ops.due_work`)
  await eventually('seen', () => seen.lagMs() === 0)
  await arm(() => -600_000)
  await workOff(doOldest)
  await eventually('late', () => seen.lateQueues().includes(QUEUE))
  await doOldest()
  await eventually('done again', () => seen.lateQueues().length === 0)
})

test('time without a poll does not count', async () => {
  const once = see(600_000)
  await eventually('seen', () => once.lagMs() > 60_000)
  await delay(2 * STALLED_MS)
  assert.equal(once.lateQueues(), [])
  await once.stop()
})

test('one poll at a time waits for a locked table', async () => {
  const waiting = sql.type(z.object({ count: z.number() }))`
    select count(*)::int4 as count from pg_stat_activity
    where wait_event_type = 'Lock' and query like '%ops.due_work%'`
  const unlocked = Promise.withResolvers<void>()
  const locking = db.transaction(async tx => {
    await tx.query(sql.unsafe`lock table ops.due_work`)
    await unlocked.promise
  })
  await eventually('a look waits', async () => (await db.oneFirst(waiting)) > 0)
  await delay(20 * LOOK_MS)
  const count = await db.oneFirst(waiting)
  unlocked.resolve()
  await locking
  assert.is(count, 1)
})

test.after(async () => {
  await seen.stop()
  await db.end()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
