import * as assert from 'uvu/assert'
import { updateWebhook } from '#commands/webhooks/update-webhook.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

/** What an endpoint says of its own pace is nobody else's affair. */
const test = suite('delivery: endpoints that take little')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem, config: { WEBHOOK_RETRY_BASE_MS: 3_600_000 } })
const LATE_MS = 1_000
/** Few places, so that a few deliveries can take them all. */
const delivery = await engine.start({ limits: { inFlightMax: 4, lateMs: LATE_MS } })
test.after(async () => {
  await engine.end()
  await sink.close()
})

test('deliveries to a rate-limited, disabled endpoint take no slots of others, and end', async () => {
  const { webhook_id } = await engine.webhook({ url: `${sink.url}/off`, rate_per_second: 0.001 }, 'clt_off')
  await updateWebhook(engine.service, engine.context('clt_off'), { webhook_id, status: 'disabled' })
  for (let sent = 0; sent < 20; sent += 1) await engine.refund('clt_off')
  await until('queued', async () => (await engine.deliveries(webhook_id)).length === 20)
  await engine.webhook({ url: `${sink.url}/on` }, 'clt_on')
  await engine.refund('clt_on')
  await until('delivered', () => sink.received.length === 1)
  await until('all have ended', async () =>
    (await engine.deliveries(webhook_id)).every(({ attempts }) => attempts === 1),
  )
})

test('a backlog of one that is limited, or that is as busy as it may be, is no fault of the process', async () => {
  const TOGETHER = 40
  sink.respond((_, response) => void setTimeout(() => response.end(), 200))
  await engine.webhook({ url: `${sink.url}/limited`, rate_per_second: 5 }, 'clt_limited')
  await engine.webhook({ url: `${sink.url}/busy` }, 'clt_busy')
  const before = sink.received.length
  for (let sent = 0; sent < TOGETHER; sent += 1)
    await Promise.all([engine.refund('clt_limited'), engine.refund('clt_busy')])
  const found: unknown[] = []
  await until(
    'all are delivered',
    () => {
      const health = delivery.health()
      if (!health.ok && found.at(-1) !== health.lag_ms) found.push(health.lag_ms)
      return sink.received.length - before >= 2 * TOGETHER
    },
    30_000,
  )
  assert.equal(found, [])
})

test.run()
