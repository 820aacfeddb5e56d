import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import type { BuildProgress, BuildResult } from '#projector/build.ts'
import { startProjector } from '#projector/projector.ts'
import { depth } from '../harness/depth.ts'
import { readModels } from '../harness/every-module.ts'
import { suite } from '../harness/suite.ts'
import { playHistories, playReservations, random, readLog } from './refund-histories.ts'
import { runningStores } from './running-stores.ts'
import { eventually, shown, tableContents } from './table-contents.ts'

const KILLS = depth(3, 50)
/** Events per step of a build. */
const BATCH = 40
/** So many steps are read before a kill, that some of them are written. */
const STEPS_MIN = 3
const MODEL = 'history'

const test = suite('a build that is killed')
const stores = await runningStores()
const { db, store } = stores
const children = new Set<ChildProcess>()

test.after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await stores.stop()
})

const projector = startProjector(stores.deps(), readModels)
await eventually('the read models are there', () => projector.health().ok, 30_000)
await playHistories(store, { seed: 31, refunds: 500, clients: 3, users: 12, daysMax: 90 })
await playReservations(store, 40)
const prefixes = readModels.find(({ name }) => name === MODEL)!.prefixes
const logs = await Promise.all(prefixes.map(prefix => readLog(store, prefix)))
const length = logs.flat().length
await shown(db, logs.flat())
await projector.stop()

type Told = { built: BuildResult } | BuildProgress

/** Builds until as many events are read, or to the end when none are given; what it told last, and first. */
async function build(killAt = Number.POSITIVE_INFINITY): Promise<{ first: BuildProgress; last: Told }> {
  const file = new URL('build-process.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [file, MODEL, String(BATCH), String(killAt)], {
    env: { ...process.env, ...stores.urls },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  const gone = once(child, 'exit')
  const told: Told[] = []
  for await (const line of createInterface({ input: child.stdout! })) told.push(JSON.parse(line))
  await gone
  children.delete(child)
  return { first: told[0] as BuildProgress, last: told.at(-1)! }
}

const written = () =>
  db.oneFirst(sql.type(z.object({ events: z.number() }))`select events from building_history.unfinished`)
/** A session of a process that is gone ends with the statement that it has under way. */
const isBusy = () =>
  db.exists(sql.unsafe`
    select 1 from pg_stat_activity where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`)
const rows = () =>
  db.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from building_history.history`)

test('at random points continues from what was written each time, and ends equal to the live tables', async () => {
  const live = await tableContents(db)
  const next = random(77)
  const points = Array.from({ length: KILLS }, () => Math.floor(next() * length)).sort((a, b) => a - b)
  let before = 0
  for (const point of points) {
    const { first } = await build(Math.max(point, before + STEPS_MIN * BATCH))
    assert.is(first.before, before, 'it begins where the last one ended')
    // What the killed process had under way ends with its connection.
    await eventually('nothing is written any more', async () => {
      const at = await written()
      await new Promise(resolve => setTimeout(resolve, 100))
      return !(await isBusy()) && at === (await written())
    })
    const now = await written()
    assert.ok(now > before, `${now} events are written, and there were ${before}`)
    assert.is(await rows(), now, 'rows and count go together')
    before = now
  }
  const { first, last } = await build()
  assert.is(first.before, before)
  assert.ok('built' in last)
  assert.is(last.built.events, length)
  assert.is(last.built.before, before)
  assert.equal(await tableContents(db), live)
  assert.not(await db.exists(sql.unsafe`select 1 from pg_namespace where nspname like 'building%'`))
  assert.not(await db.exists(sql.unsafe`select 1 from ops.checkpoints where name like 'build:%'`))
})

test.run()
