import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import * as assert from 'uvu/assert'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const test = suite('delivery: the first walk')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
await engine.start()

test('a refund reaches the endpoint signed', async () => {
  const { secret, webhook_id } = await engine.webhook({ url: sink.url })
  const refundId = await engine.refund()
  await until('a delivery', () => sink.received.length > 0)
  console.log(sink.received[0]!.headers, sink.received[0]!.body.toString())
  const { headers, body } = sink.received[0]!
  const expected = createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.`).update(body).digest('hex')
  assert.is(headers['x-service-signature'], expected)
  new Webhook(secret).verify(body.toString(), headers as Record<string, string>)
  const event = JSON.parse(body.toString())
  assert.is(event.data.refund_id, refundId)
  assert.is(event.metadata.webhook_id, webhook_id)
})
test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
