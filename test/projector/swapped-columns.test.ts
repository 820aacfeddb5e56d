import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import type { Projection } from '#declarations/read-model.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { buildReadModel } from '#projector/build.ts'
import { startProjector } from '#projector/projector.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { newEvent } from '../edge/eventstore/harness.ts'
import { readModels } from '../harness/every-module.ts'
import { testLog } from '../harness/log.ts'
import { suite } from '../harness/suite.ts'
import { runningStores } from './running-stores.ts'
import { eventually } from './table-contents.ts'

const test = suite('a read model whose table gets other columns')
const stores = await runningStores()
const { db, store, logged } = stores

test.after(() => stores.stop())

/** Counts the events of each stream. */
const counting = (name: string, more = sql.fragment``): Projection => ({
  ...readModels[0]!,
  name,
  version: 1,
  prefixes: ['counted-'],
  tables: [sql.unsafe`create table ${sql.identifier([name])} (stream text primary key, taken int not null${more})`],
  indexes: [],
  counters: [],
  key: ['stream'],
  change: ({ stream }) => ({
    rows: [{ key: { stream }, next: row => ({ stream, taken: Number(row?.taken ?? 0) + 1 }) }],
  }),
})
const narrow = counting('swapped')
const wide = counting('swapped', sql.fragment`, label text`)
const neighbours = [counting('before'), counting('the_other')]

/** More than the rows that a projector keeps in memory, so that it reads some all the time. */
const STREAMS = 700
const WRITERS = 4
const WARNING = 40
const Row = z.object({ stream: z.string(), taken: z.number() })
const rowsOf = ({ name }: Projection) =>
  db.any(sql.type(Row)`select stream, taken from ${sql.identifier(['read', name])} order by stream`)

/** As another process does. */
async function rebuildElsewhere(model: Projection): Promise<void> {
  const own = await connectPostgres(stores.urls.DATABASE_URL)
  const leaders = createLeaderElection(own, testLog())
  await buildReadModel({ store, db: own, leaders }, model, new AbortController().signal)
  await leaders.stop()
  await own.end()
}

test('its subscription goes on, and its neighbours in shared transactions are not interrupted', async () => {
  const projector = startProjector(stores.deps(), [narrow, ...neighbours])
  await eventually('live', () => projector.health().ok)
  const appended = new Map<string, number>()
  let isOver = false
  const write = async (first: number) => {
    for (let count = first; !isOver; count += WRITERS) {
      const stream = `counted-${String(count % STREAMS).padStart(3, '0')}`
      const taken = appended.get(stream) ?? 0
      await store.append(stream, taken === 0 ? 'no_stream' : taken - 1, [newEvent()])
      appended.set(stream, taken + 1)
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, first) => write(first)))
  for (const model of [wide, narrow, wide]) {
    await eventually('it is taken', async () => (await rowsOf(narrow)).length > 0)
    await delay(1_000)
    await rebuildElsewhere(model)
  }
  await delay(1_000)
  isOver = true
  await writing
  const expected = [...appended]
    .map(([stream, taken]) => ({ stream, taken }))
    .sort((a, b) => (a.stream < b.stream ? -1 : 1))
  const total = (rows: readonly z.infer<typeof Row>[]) => rows.reduce((sum, { taken }) => sum + taken, 0)
  for (const model of [narrow, ...neighbours]) {
    await eventually('all is taken', async () => total(await rowsOf(model)) >= total(expected))
    assert.equal(await rowsOf(model), expected, model.name)
  }
  assert.equal(
    logged.filter(({ level }) => Number(level) >= WARNING),
    [],
  )
  await projector.stop()
})

test.run()
