import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { armAll } from '#reactions/due-work.ts'
import { seeDueWork } from '#reactions/metrics.ts'
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

const test = suite('reactions: a queue that is worked off is not late')
const dataDir = dataFolder('late-queues-')
const postgres = await startEmbeddedPostgres({ dataDir })
const db = await connectPostgres(postgres.url)
await migrate(db, [...subscriptionMigrations, ...reactionMigrations])
const queue = { name: QUEUE, step: async () => ({ done: true }) as const, lagMsMax: 60_000 }
const seen = seeDueWork(
  { metrics: new Registry(), db, log: testLog() },
  [{ reactions: [], queues: [queue], watches: [] }],
  { lookMs: LOOK_MS, stalledMs: STALLED_MS },
)

test('work that has waited for too long is a backlog while it is done, and late once none is done', async () => {
  const cause = { stream: 'refund-1', correlation_id: 'req_1', causation_id: 'evt_1', queue: QUEUE }
  const dueInMs = (row: number) => -600_000 + row * 1_000
  await armAll(
    db,
    Array.from({ length: ROWS }, (_, row) => ({ ...cause, id: `${row}`, dueInMs: dueInMs(row) })),
  )
  const doOldest = () =>
    db.query(sql.unsafe`
      delete from ops.due_work where (queue, id) in (select queue, id from ops.due_work order by due_at limit 1)`)
  await eventually('seen', () => seen.lagMs() > 60_000)
  const begunMs = performance.now()
  let aheadMs = performance.now()
  for (let done = 1; done < ROWS && performance.now() - begunMs < 2 * STALLED_MS; done += 1) {
    await doOldest()
    await delay(2 * LOOK_MS)
    // A machine that stood still for so long has done nothing meanwhile.
    if (performance.now() - aheadMs < STALLED_MS / 2) assert.equal(seen.late(), [])
    aheadMs = performance.now()
  }
  assert.ok(seen.lagMs() > 60_000)
  await eventually('late', () => seen.late().includes(QUEUE))
  await doOldest()
  await eventually('done again', () => seen.late().length === 0)
})

test.after(async () => {
  seen.stop()
  await db.end()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
