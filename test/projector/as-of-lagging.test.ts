import { rmSync } from 'node:fs'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { projection, type RowChange } from '#declarations/read-model.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { category, type EventOf } from '#event-sourcing/category.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { plain } from '#event-sourcing/field-classes.ts'
import { buildAsOf } from '#projector/as-of-build.ts'
import { parseAsOfPoint } from '#projector/as-of-point.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { laggingNode } from '../edge/eventstore/lagging-node.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { testLog } from '../harness/log.ts'
import { suite } from '../harness/suite.ts'

const test = suite('a read model of the past that is read from a node that lags')
const folder = dataFolder('past-lagging-')
const [node, postgres] = await Promise.all([laggingNode(), startEmbeddedPostgres({ dataDir: folder })])
const db = await connectPostgres(postgres.url)
const leaders = createLeaderElection(db, testLog())
await migrate(db, subscriptionMigrations)
test.after(async () => {
  await leaders.stop()
  await db.end()
  await Promise.all([node.stop(), postgres.stop()])
  rmSync(folder, { recursive: true, force: true })
})

const Events = { Happened: z.strictObject(plain({ n: z.int() })) }
const Counted = z.object({ stream: z.string(), count: z.int() })
type Counted = z.infer<typeof Counted>
const oneMore = (stream: string): RowChange<Counted> => ({
  key: { stream },
  next: row => ({ stream, count: (row?.count ?? 0) + 1 }),
})
const counted = projection<Counted, EventOf<typeof Events>>({
  name: 'counted',
  version: 1,
  row: Counted,
  streams: ['even-', 'odd-'].map(prefix => category({ prefix, events: Events })),
  tables: [sql.unsafe`create table counted (stream text primary key, count integer not null)`],
  indexes: [],
  key: 'stream',
  counters: [],
  on: { Happened: ({ stream }) => ({ rows: [oneMore(stream)] }) },
})

const untils = { place: String(node.end.commit), time: new Date().toISOString() }
for (const [what, until] of Object.entries(untils))
  test(`has all that there was at a ${what}`, async () => {
    let isBack: Promise<void> | undefined
    const store: EventStore = {
      ...node.store,
      subscribe: options =>
        node.store.subscribe({
          ...options,
          async handle(batch) {
            await options.handle(batch)
            if (isBack === undefined) ({ isBack } = await node.lag())
          },
        }),
    }
    const built = await buildAsOf(
      { store, db, leaders },
      counted,
      parseAsOfPoint(until, new Date()),
      new AbortController().signal,
    )
    await isBack
    assert.is(built !== 'taken' && built.events, node.streams.length * node.each)
  })

test.run()
