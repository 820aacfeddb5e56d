import { sql } from 'slonik'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const test = suite('delivery: room promised to rows that are never inserted')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
const { vault } = engine.service
/** Room for four, so that few lost reservations are all of it. */
await engine.start({ limits: { windowStart: 1, windowMax: 1, prefetchPerSlot: 4, slowMs: 60_000 } })

test('an endpoint gets everything after a batch failed again and again between two of its events', async () => {
  const { webhook_id } = await engine.webhook({ url: sink.url })
  const succeeded = async () =>
    (await engine.deliveries(webhook_id)).filter(({ status }) => status === 'succeeded').length
  await engine.refund()
  // An endpoint that has answered is trusted with rows ahead.
  await until('a first', async () => (await succeeded()) === 1)
  let failures = 0
  const { seal } = vault
  let sealed = 0
  vault.seal = async (subject, place, clear) => {
    sealed += place.startsWith('webhook-event|') ? 1 : 0
    if (place.startsWith('webhook-event|') && sealed % 2 === 0) {
      failures += 1
      throw new Error('the data keys are away')
    }
    return seal(subject, place, clear)
  }
  for (let sent = 0; sent < 6; sent += 1) await engine.refund()
  await until('a batch failed often enough', () => failures > 10)
  vault.seal = seal
  await until('all delivered', async () => (await succeeded()) === 7)
})

test('an endpoint gets everything after the rows of a batch could not be written', async () => {
  const { webhook_id } = await engine.webhook({ url: sink.url })
  const succeeded = async () =>
    (await engine.deliveries(webhook_id)).filter(({ status }) => status === 'succeeded').length
  await engine.refund()
  await until('a first', async () => (await succeeded()) === 1)
  const { db } = engine.service
  await db.query(sql.unsafe`alter table ops.webhook_events rename to elsewhere`)
  const failures = () => engine.logged.filter(line => line.includes('subscription interrupted')).length
  const before = failures()
  for (let sent = 0; sent < 6; sent += 1) await engine.refund()
  await until('a batch of them all failed', () => failures() >= before + 3)
  await db.query(sql.unsafe`alter table ops.elsewhere rename to webhook_events`)
  await until('all delivered', async () => (await succeeded()) === 7)
})

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
