import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const test = suite('delivery: an orderly stop')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
/** One request at a time, so that what is leased ahead waits for it. */
const delivery = await engine.start({
  limits: { windowStart: 1, windowMax: 1, prefetchPerSlot: 4, slowMs: 60_000, stopMs: 30_000 },
})

const leased = () =>
  engine.service.db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*)::int4 as count from ops.webhook_deliveries where state = 'pending' and lease is not null`)

test('what is leased and not sent is given back at once, not at the end of its lease', async () => {
  const { webhook_id } = await engine.webhook({ url: sink.url })
  await engine.refund()
  // An endpoint that has answered is trusted with rows ahead.
  await until('a first', async () => (await engine.deliveries(webhook_id))[0]?.status === 'succeeded')
  const answers: (() => void)[] = []
  sink.respond((_, response) => void answers.push(() => response.end()))
  for (let sent = 0; sent < 4; sent += 1) await engine.refund()
  await until('one in flight, three waiting for it', async () => answers.length === 1 && (await leased()) === 4)
  const stopped = delivery.stop()
  await until('three given back while one is in flight', async () => (await leased()) === 1)
  assert.is(answers.length, 1)
  answers[0]!()
  await stopped
  assert.is(await leased(), 0)
  sink.respond((_, response) => void response.end())
  await engine.start()
  await until('all delivered', async () =>
    (await engine.deliveries(webhook_id)).every(({ status }) => status === 'succeeded'),
  )
  await delay(200)
  assert.is(sink.received.length, 5, 'nothing was sent twice')
})

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
