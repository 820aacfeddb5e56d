import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { startProjector } from '#projector/projector.ts'
import { readModels } from '../harness/every-module.ts'
import { suite } from '../harness/suite.ts'
import { playHistories, readLog } from './refund-histories.ts'
import { runningStores } from './running-stores.ts'
import { eventually, recounted, shown, tableContents } from './table-contents.ts'

/** Long enough that every retry pause is passed through at least once. */
const AWAY_MS = 2_500

const test = suite('a projector whose stores go away')
const stores = await runningStores()
const { db, store } = stores
const projector = startProjector(stores.deps(), readModels)

test.after(async () => {
  await projector.stop()
  await stores.stop()
})

const play = (seed: number) => playHistories(store, { seed, refunds: 30, clients: 2, users: 5, daysMax: 9 })

async function showsEverything(): Promise<void> {
  const log = await readLog(store, 'refund-')
  await eventually('in order again', () => projector.health().ok)
  await shown(db, log)
  const live = await tableContents(db)
  assert.is(live.history?.length, log.length)
  assert.equal({ ...live, ...(await recounted(db)) }, live)
}

test('catches up by itself when the event store is back', async () => {
  await play(1)
  await showsEverything()
  await stores.withoutEventStore(async () => {
    await delay(AWAY_MS)
    await eventually('not in order', () => !projector.health().ok)
  })
  await play(2)
  await showsEverything()
})

test('catches up by itself when PostgreSQL is back, and reports meanwhile that it is away', async () => {
  await stores.withoutPostgres(async () => {
    await play(3)
    await delay(AWAY_MS)
    await eventually('not in order', () => !projector.health().ok)
    // Between two tries it looks for a moment as if it were about to catch up.
    await eventually('it tries again', () => projector.health().projections.refunds?.state === 'retrying')
  })
  await showsEverything()
})

test('ends on request while PostgreSQL is away', async () => {
  const other = startProjector(stores.deps(), readModels)
  await stores.withoutPostgres(async () => {
    await delay(500)
    const started = Date.now()
    await other.stop()
    assert.ok(Date.now() - started < 20_000)
  })
})

test('reports another event store, and shows that one when its checkpoints are deleted', async () => {
  await projector.stop()
  const node = await startEmbeddedEventStore({ dataDir: join(stores.folder, 'restored') })
  const restored = connectEventStore(node.url)
  await playHistories(restored, { seed: 4, refunds: 5, clients: 1, users: 2, daysMax: 2 })
  const other = startProjector({ ...stores.deps(), store: restored }, readModels)
  const state = () => other.health().projections.history?.state
  await eventually('it is not in order', () => state() === 'retrying')
  await db.query(sql.unsafe`delete from ops.checkpoints`)
  await eventually('in order again', () => other.health().ok)
  const { history } = await tableContents(db)
  assert.is(history?.length, (await readLog(restored, 'refund-')).length)
  await other.stop()
  await restored.close()
  await node.stop()
})

test.run()
