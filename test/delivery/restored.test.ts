import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { DELIVERY_TABLES } from '#delivery/queue.ts'
import { clients } from '#domain/auth/clients/decider.ts'
import { dayOf } from '#edge/postgres/day-partitions.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const test = suite('delivery: stores restored from a backup')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
const { db } = engine.service

test('a log that ends before the enqueued events makes health fail until the checkpoint is set; then its events are delivered', async () => {
  await engine.webhook({ url: sink.url })
  // As a log that was longer once left it.
  await db.query(
    sql.unsafe`update ops.checkpoints set commit_position = 1000, prepare_position = 1000, last_event = 1000`,
  )
  const delivery = await engine.start({ limits: { lateMs: 500 } })
  await engine.refund()
  await until('red', () => !delivery.health().ok)
  await db.query(
    sql.unsafe`update ops.checkpoints set commit_position = null, prepare_position = null, last_event = null`,
  )
  await until('told', () => sink.received.length === 1)
  await until('in order', () => delivery.health().ok)
})

test('the last enqueued event stays known when the checkpoint moves past other events', async () => {
  const Row = sql.type(z.object({ place: z.int(), last_event: z.int().nullable() }))
  const checkpoint = () =>
    db.one(Row`
    select commit_position::int4 as place, last_event::int4 as last_event from ops.checkpoints where name = 'webhooks'`)
  const { place, last_event } = await checkpoint()
  const register = { type: 'register' as const, client_id: null, name: 'x', tier: 'C' as const, agreed_limit: null }
  await engine.service.execute.run(clients, 'clt_x', register, engine.context())
  await until('moved', async () => (await checkpoint()).place > place)
  assert.is((await checkpoint()).last_event, last_event)
  assert.is.not(last_event, null)
})

test('a PostgreSQL restored from a backup that lacks a day gets it anew', async () => {
  const before = sink.received.length
  const day = dayOf(engine.service.now()).replaceAll('-', '')
  for (const table of DELIVERY_TABLES)
    await db.query(sql.unsafe`drop table ${sql.identifier(['ops', `${table}_${day}`])}`)
  await engine.refund()
  await until('told', () => sink.received.length === before + 1)
})

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
