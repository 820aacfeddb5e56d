import * as assert from 'uvu/assert'
import { updateWebhook } from '#commands/webhooks/update-webhook.ts'
import { temporaryCa } from '#embedded/development-ca.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'
import { startTcpPeer } from './peers.ts'

/** One silence, and it would be an hour until the next probe. */
const LIMITS = { attemptMs: 500, breakerAfter: 1, breakerProbeMs: 3_600_000 }

const test = suite('delivery: an endpoint that hangs and gets another address')
const authority = await temporaryCa()
const [sink, silent] = await Promise.all([startHttpsSink({ authority }), startTcpPeer()])
const engine = await startEngine({ caPem: sink.caPem })
await engine.start({ limits: LIMITS })

test('what waits is sent to the new address, and does not wait for the next probe of the old one', async () => {
  const { webhook_id } = await engine.webhook({ url: silent.url })
  const attempts = async () => (await engine.deliveries(webhook_id))[0]?.attempts
  await engine.refund()
  await until('no answer', async () => (await attempts()) === 1)
  await engine.clock.set(3_600_000)
  await updateWebhook(engine.service, engine.context(), { webhook_id, url: `${sink.url}/changed` })
  await until('delivered', async () => (await engine.deliveries(webhook_id))[0]?.status === 'succeeded')
  assert.is(await attempts(), 2)
})

test.after(async () => {
  await engine.end()
  await silent.close()
  await sink.close()
})
test.run()
