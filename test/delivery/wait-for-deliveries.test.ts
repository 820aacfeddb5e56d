import * as assert from 'uvu/assert'
import { waitForDeliveries } from '#delivery/wait-for-deliveries.ts'
import { publicPrefixes } from '../harness/every-module.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine } from './engine.ts'

/** What a list of deliveries waits for; over HTTP it is a test of api.test.ts. */
const test = suite('delivery: a list waits for what is being queued')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
const { webhook_id } = await engine.webhook({ url: sink.url })
const listed = async () => (await engine.deliveries(webhook_id)).length

/** How long a list waited, milliseconds. */
async function waitedFor(): Promise<number> {
  const started = Date.now()
  await waitForDeliveries(engine.service, publicPrefixes)
  return Date.now() - started
}

test('while no deliverer runs, what there is is listed after two seconds', async () => {
  await engine.refund()
  const ms = await waitedFor()
  assert.ok(ms > 1_500, `waited ${ms} ms`)
  assert.is(await listed(), 0)
})

test('events from before the deliverer started are waited for', async () => {
  let queued = waitedFor()
  await engine.start()
  // On a busy machine it may be given up once more, and no sooner than after its time.
  for (let asked = 0; asked < 10; asked += 1) {
    const ms = await queued
    if ((await listed()) === 1) return
    assert.ok(ms > 1_500, `waited ${ms} ms`)
    queued = waitedFor()
  }
  assert.unreachable('it was given up again and again')
})

test('where nothing is to come, nothing is waited for', async () => {
  await waitForDeliveries(engine.service, publicPrefixes)
  const started = Date.now()
  for (let asked = 0; asked < 10; asked += 1) await waitForDeliveries(engine.service, publicPrefixes)
  assert.ok(Date.now() - started < 10_000, `ten took ${Date.now() - started} ms`)
})

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
