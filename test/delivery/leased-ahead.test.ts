import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { updateWebhook } from '#commands/webhooks/update-webhook.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const CLIENT = 'clt_ahead'
const ENDPOINTS = 2
const REFUNDS = 20
/** Queues that lease four rows for each request. */
const LIMITS = { inFlightMax: 24, sharedMax: 20, windowMax: 4, slowMs: 60_000, stopMs: 200 }

const test = suite('delivery: rows that are leased ahead')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
const { db } = engine.service
await engine.start({ limits: LIMITS })
const leased = () =>
  db.oneFirst(sql.type(z.object({ count: z.number() }))`select count(lease)::int4 as count from ops.webhook_deliveries`)

test('an endpoint that takes fewer a second from now on gives back what was leased for it', async () => {
  const webhooks: string[] = []
  for (let index = 0; index < ENDPOINTS; index += 1)
    webhooks.push((await engine.webhook({ url: `${sink.url}/${index}` }, CLIENT)).webhook_id)
  const ask = async () => {
    for (let sent = 0; sent < REFUNDS; sent += 1) await engine.refund(CLIENT)
  }
  await ask()
  await until('all have answered', () => sink.received.length === ENDPOINTS * REFUNDS)
  const answers: (() => void)[] = []
  sink.respond((_, response) => void answers.push(() => response.end()))
  await ask()
  await until('rows are leased ahead', async () => (await leased()) > 2 * ENDPOINTS * LIMITS.windowMax)
  const perSecond = 0.001
  for (const webhookId of webhooks)
    await updateWebhook(engine.service, engine.context(CLIENT), { webhook_id: webhookId, rate_per_second: perSecond })
  sink.respond((_, response) => void response.end())
  for (const answer of answers) answer()
  await until('nothing is leased', async () => (await leased()) === 0)
  assert.ok(sink.received.length < 2 * ENDPOINTS * REFUNDS)
})

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
