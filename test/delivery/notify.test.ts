import * as assert from 'uvu/assert'
import { rotateSecret } from '#commands/webhooks/rotate-secret.ts'
import { sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

/** Longer than any test waits: what happens here, happens on a notice. */
const POLL_MS = 60_000

const test = suite('delivery: woken by a notice')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
const { service } = engine
await engine.start({ limits: { pollMs: POLL_MS } })
const { webhook_id } = await engine.webhook({ url: sink.url })
const queue = () => sendTestEvent(service, engine.context(), { webhook_id, event_type: 'refund.created' })

test('what another process queued is sent before the next poll', async () => {
  await queue()
  await until('a first request', () => sink.received.length === 1)
  await queue()
  await until('a second request', () => sink.received.length === 2)
})

test('what another process changed at an endpoint holds before the next poll', async () => {
  await rotateSecret(service, engine.context(), { webhook_id })
  await queue()
  await until('a third request', () => sink.received.length === 3)
  assert.type(sink.received[2]!.headers['x-service-signature-previous'], 'string')
})

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
