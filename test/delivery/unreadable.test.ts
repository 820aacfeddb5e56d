import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import { z } from 'zod'
import { sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import type { Recorded } from '#decider.ts'
import { uuidOf } from '#delivery/queue.ts'
import { type RefundEvent, refundStream } from '#domain/refunds/events.ts'
import { beneficiarySubject } from '#edge/vault/vault.ts'
import { newId } from '#ids.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { CLIENT, startEngine, until } from './engine.ts'

const test = suite('delivery: an endpoint that can not be read')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
const { service } = engine

test('one whose secret does not open stops no other endpoint from being looked at', async () => {
  const broken = await engine.webhook({ url: sink.url })
  const whole = await engine.webhook({ url: sink.url })
  // Queued while nobody delivers: only the poll finds them, the broken one first.
  for (const { webhook_id, webhook } of [broken, whole])
    await sendTestEvent(service, engine.context(), webhook_id, webhook, 'refund.created')
  await service.db.query(sql.unsafe`
    update ops.webhook_endpoints set secrets = jsonb_set(secrets, '{0,version}', '9') where webhook = ${uuidOf(broken.webhook_id)}`)
  await engine.start()
  await until('the whole one has its event', () => sink.received.length === 1)
})

test('events whose values PostgreSQL refuses are set aside, and those beside them are told', async () => {
  const [known] = (await service.store.read(refundStream(await engine.refund()))) as Recorded<RefundEvent>[]
  const before = sink.received.length
  async function put(client_id: string, at: string) {
    if (known?.type !== 'RefundRequested') return
    const refundId = newId('rf')
    const subject = beneficiarySubject(client_id, 'user_1')
    const name = await service.vault.seal(subject, `${refundId}|name`, 'Ana Example')
    const data = { ...known.data, client_id, beneficiary: { ...known.data.beneficiary, name } }
    const event = { id: randomUUID(), type: known.type, data, metadata: { ...known.metadata, at } }
    await service.store.append(refundStream(refundId), 'no_stream', [event])
  }
  await put(CLIENT, known!.at)
  await put('clt_\0', known!.at)
  await put(CLIENT, 'Jan 1 2026 (a Thursday)')
  await put(CLIENT, known!.at)
  await until('the others are told', () => sink.received.length >= before + 2)
  const aside = sql.type(z.object({ events: z.number() }))`select count(*) as events from ops.set_aside`
  await until('those are set aside', async () => (await service.db.oneFirst(aside)) === 2)
})

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
