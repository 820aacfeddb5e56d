import { sql } from 'slonik'
import { sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { uuidOf } from '#delivery/queue.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const test = suite('delivery: an endpoint that can not be read')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
const { service } = engine

test('one whose secret does not open stops no other endpoint from being looked at', async () => {
  const broken = await engine.webhook({ url: sink.url })
  const whole = await engine.webhook({ url: sink.url })
  // Queued while nobody delivers: only the poll finds them, the broken one first.
  for (const { webhook_id } of [broken, whole])
    await sendTestEvent(service, engine.context(), webhook_id, 'refund.created')
  await service.db.query(sql.unsafe`
    update ops.webhook_endpoints set secrets = jsonb_set(secrets, '{0,version}', '9') where webhook = ${uuidOf(broken.webhook_id)}`)
  await engine.start()
  await until('the whole one has its event', () => sink.received.length === 1)
})

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
