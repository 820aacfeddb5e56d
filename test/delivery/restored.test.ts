import { sql } from 'slonik'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const test = suite('delivery: an event store restored from a backup')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
const { db } = engine.service

test('a log that ends before what was taken in turns health red until the checkpoint is set; then its events are told', async () => {
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

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
