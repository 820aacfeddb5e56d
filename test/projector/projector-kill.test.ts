import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { buildReadModel } from '#projector/build.ts'
import { childrenOf } from '../harness/children.ts'
import { depth } from '../harness/depth.ts'
import { readModels } from '../harness/every-module.ts'
import { suite } from '../harness/suite.ts'
import { playHistories, random, readLog } from './refund-histories.ts'
import { runningStores } from './running-stores.ts'
import { eventually, recounted, shown, tableContents } from './table-contents.ts'

const KILLS = depth(3, 40)
/** A start takes seconds on a busy machine, and all that is written meanwhile has to be applied by the last process. */
const HISTORIES_PER_KILL_MAX = 2
const CATCH_UP_MS_MAX = 60_000
/** Less than the lease of a process that is killed still lasts: its session ends with it, and the lease with that. */
const FOLLOWED_MS_MAX = 9_000
const test = suite('a projector that is killed')
const stores = await runningStores()
const { db, store } = stores
const children = childrenOf(new URL('projector-process.ts', import.meta.url), stores.urls)

test.after(async () => {
  await children.killAll()
  await stores.stop()
})

async function linesInHistory(): Promise<number> {
  return db.oneFirst(
    sql.type(z.object({ count: z.int() }))`select count(*) as count from read.history where family = 'refund'`,
  )
}

/** A build has a place of its own until its tables are in place. */
async function tablesAreThere() {
  const names = sql.array(
    readModels.map(({ name }) => name),
    'text',
  )
  return db.exists(
    sql.unsafe`select 1 from ops.checkpoints where name = any(${names}) having count(*) = ${readModels.length}`,
  )
}

test('at random instants under load loses nothing and applies nothing twice', async () => {
  const next = random(99)
  let child = await children.start()
  await eventually('tables are built', tablesAreThere)
  let killing = true
  let kills = 0
  const load = (async () => {
    for (let played = 0; killing; )
      if (played < (kills + 1) * HISTORIES_PER_KILL_MAX) {
        await playHistories(store, { seed: 21 + played, refunds: 100, clients: 2, users: 20, daysMax: 60 })
        played += 1
      } else await new Promise(resolve => setTimeout(resolve, 20))
  })()
  for (; kills < KILLS; kills += 1) {
    await new Promise(resolve => setTimeout(resolve, next() * 250))
    await children.kill(child)
    child = await children.start()
  }
  killing = false
  await load
  const log = await readLog(store, 'refund-')
  await eventually('everything is applied', async () => (await linesInHistory()) >= log.length, CATCH_UP_MS_MAX)
  assert.is(await linesInHistory(), log.length)
  const behind = sql.type(z.object({ refund_id: z.string() }))`
    select refund_id from (select id as refund_id, max(revision) as last from read.history where family = 'refund' group by 1) as h
    join read.refunds using (refund_id) where revision <> last`
  await eventually('every row shows its last event', async () => (await db.any(behind)).length === 0, CATCH_UP_MS_MAX)
  await shown(db, log, CATCH_UP_MS_MAX)
  await children.kill(child)

  const live = await tableContents(db)
  assert.equal({ ...live, ...(await recounted(db)) }, live)
  for (const projection of readModels)
    await buildReadModel({ store, db, leaders: stores.leaders }, projection, new AbortController().signal)
  assert.equal(await tableContents(db), live)
})

test('is replaced by the standby process, within seconds', async () => {
  const holders = () =>
    db.anyFirst(
      sql.type(z.object({ holder: z.int() }))`select holder from ops.leaders where until > now() order by name`,
    )
  await children.killAll()
  const first = await children.start()
  await eventually('every read model has its process', async () => (await holders()).length === readModels.length)
  const before = await holders()
  const second = await children.start()
  await children.kill(first)
  await playHistories(store, { seed: 9, refunds: 20, clients: 2, users: 5, daysMax: 5 })
  const log = await readLog(store, 'refund-')
  await eventually(
    'the other one applies what came',
    async () => (await linesInHistory()) === log.length,
    FOLLOWED_MS_MAX,
  )
  const isItsOwn = (of: readonly number[]) => of.length === readModels.length && !of.some(one => before.includes(one))
  await eventually('and has every read model', async () => isItsOwn(await holders()), FOLLOWED_MS_MAX)
  await children.kill(second)
})

test.run()
