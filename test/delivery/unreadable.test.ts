import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { recoverDeliveries } from '#commands/webhooks/recover-deliveries.ts'
import { sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { createTranslator } from '#delivery/enqueue/translator.ts'
import { uuidOf } from '#delivery/queue.ts'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import { UnreadableEvent } from '#event-sourcing/category.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import { refundEvents } from '#modules/refunds/public-events.ts'
import { getRecovery } from '#queries/webhooks/get-recovery.ts'
import { beneficiarySubject } from '#services/refunds/sealed-fields.ts'
import { newId } from '#values/ids.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { CLIENT, startEngine, until } from './engine.ts'

const test = suite('delivery: endpoints and events that can not be read')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
const { service } = engine

test('one whose secret does not open stops no other endpoint from being looked at', async () => {
  const broken = await engine.webhook({ url: sink.url })
  const whole = await engine.webhook({ url: sink.url })
  // Queued while nobody delivers: only the poll finds them, the broken one first.
  for (const { webhook_id } of [broken, whole])
    await sendTestEvent(service, engine.context(), { webhook_id, event_type: 'refund.created' })
  await service.db.query(sql.unsafe`
    update ops.webhook_endpoints set secrets = jsonb_set(secrets, '{0,version}', '9') where webhook = ${uuidOf(broken.webhook_id)}`)
  await engine.start()
  await until('the whole one has its event', () => sink.received.length === 1)
})

const ENDPOINT = { client_id: 'clt_test', url: sink.url, events: ['*'], secret: 's', description: null, metadata: {} }
const wh = () => `webhook-wh_${randomUUID()}`

/**
 * By what is wrong with it: the reason that is kept, and an event with metadata of ours, as whoever can write to the
 * store makes one.
 */
const DAMAGED: Record<string, [RegExp, string, string, object]> = {
  'a stream that names no endpoint': [
    /stream/,
    'webhook-nobody',
    'WebhookCreated',
    { ...ENDPOINT, rate_per_second: null },
  ],
  'types that are no list': [
    /events/,
    wh(),
    'WebhookCreated',
    { ...ENDPOINT, events: 'refund', rate_per_second: null },
  ],
  'a field left out': [/secret/, wh(), 'WebhookCreated', { ...ENDPOINT, secret: undefined, rate_per_second: null }],
  'a NUL': [/0x00/, wh(), 'WebhookCreated', { ...ENDPOINT, description: 'a\0b', rate_per_second: null }],
  'no data': [/webhook_id/, `delivery-dlv_${randomUUID()}`, 'DeliveryExhausted', {}],
  'a NUL in its client': [/0x00|damaged/, `refund-rf_${randomUUID()}`, 'RefundRequested', refundOf('a\0b')],
  'a person with a NUL': [/0x00/, `refund-rf_${randomUUID()}`, 'RefundRequested', refundOf('clt_test', 'v1.a\0b.c')],
}

function refundOf(client_id: string, name = 'v1.nobody.c') {
  const beneficiary = { user_id: 'u', account_id: null, name, account_number: name, account_masked: '', bank_code: '' }
  const [tracking, metadata] = [
    { reference: '', trace_id: '' },
    { case_id: null, agent_id: null },
  ]
  const told = { alert_id: null, reason: 'confirmed_fraud', description: null, estimated_completion: '' }
  const asked = { transaction_id: 't', amount_minor: 1, currency: 'EUR', idempotency_key: 'k', fingerprint: '' }
  return { client_id, ...asked, ...told, beneficiary, metadata, tracking }
}

for (const [what, [reason, stream, type, data]] of Object.entries(DAMAGED))
  test(`an event with ${what} is parked, and what comes with it and after it is delivered`, async () => {
    const { actor, now, request_id, correlation_id } = engine.context()
    const at = now.toISOString()
    const metadata = {
      v: 1 as const,
      at,
      actor,
      request_id,
      correlation_id,
      causation_id: null,
      prev_hash: null,
      hash: '',
    }
    const told = [engine.refund()]
    told.push(service.store.append(stream, 'no_stream', [{ id: randomUUID(), type, data, metadata }]).then(() => ''))
    told.push(engine.refund())
    const refunds = (await Promise.all(told)).filter(id => id !== '')
    await until('both refunds', () => refunds.every(id => sink.received.some(({ body }) => body.includes(id))))
    const Row = sql.type(z.object({ reason: z.string() }))
    const aside = () => service.db.any(Row`select reason from ops.set_aside where stream = ${stream}`)
    await until('it is set aside', async () => (await aside()).length === 1)
    assert.match((await aside())[0]!.reason, reason)
  })

test('nothing is queued for an endpoint whose event was parked', async () => {
  const Row = sql.type(z.object({ webhook: z.string() }))
  const astray = await service.db.any(Row`
    select webhook from ops.webhook_deliveries where webhook not in (select webhook from ops.webhook_endpoints)`)
  assert.equal(astray, [])
})

test('upkeep of the others goes on beside streams that can not be read any more', async () => {
  const { db, store } = service
  const failing = await engine.webhook({ url: sink.url, events: ['refund.failed'] }, 'clt_failing')
  const { delivery_id } = await sendTestEvent(service, engine.context('clt_failing'), {
    webhook_id: failing.webhook_id,
    event_type: 'refund.created',
  })
  const { actor, now, request_id, correlation_id } = engine.context()
  const who = { actor, request_id, correlation_id, causation_id: null }
  const metadata = { v: 1 as const, at: now.toISOString(), ...who, prev_hash: null, hash: '' }
  const damaged = [
    [`webhook-${failing.webhook_id}`, 'WebhookUpdated', { events: 'no list' }],
    [`delivery-${delivery_id}`, 'DeliveryExhausted', {}],
  ] as const
  for (const [stream, type, data] of damaged) {
    const revision = (await store.read(stream)).length - 1
    await store.append(stream, revision < 0 ? 'no_stream' : revision, [{ id: randomUUID(), type, data, metadata }])
  }
  await until('sent', () =>
    db.exists(
      sql.unsafe`select from ops.webhook_deliveries where delivery = ${uuidOf(delivery_id)} and state = 'succeeded'`,
    ),
  )
  await db.query(sql.unsafe`
    update ops.webhook_deliveries set state = 'failed', attempts = 8, reported = false where delivery = ${uuidOf(delivery_id)}`)
  await db.query(sql.unsafe`
    update ops.webhook_endpoints set failed_days = array(select (now() at time zone 'UTC')::date - n from generate_series(1, 7) n)
    where webhook = ${uuidOf(failing.webhook_id)}`)
  const whole = await engine.webhook({ url: sink.url })
  const order = { since: '2020-01-01T00:00:00Z', status: 'missing' as const }
  const { recovery_id } = await recoverDeliveries(service, engine.byService(), {
    webhook_id: whole.webhook_id,
    ...order,
  })
  await until('recovered', async () => {
    const recovery = await getRecovery(db, uuidOf(whole.webhook_id), uuidOf(recovery_id))
    return recovery?.state === 'finished'
  })
})

test('events whose values PostgreSQL refuses are parked, and those beside them are delivered', async () => {
  const [known] = (await service.store.read(refundStreams.stream(await engine.refund()))) as Recorded<RefundEvent>[]
  const before = sink.received.length
  const asideBefore = await service.db.oneFirst(
    sql.type(z.object({ events: z.number() }))`select count(*) as events from ops.set_aside`,
  )
  async function put(client_id: string, at: string) {
    if (known?.type !== 'RefundRequested') return
    const refundId = newId('rf')
    const subject = beneficiarySubject(client_id, 'user_1')
    const name = await service.vault.seal(subject, `${refundId}|name`, 'Ana Example')
    const data = { ...known.data, client_id, beneficiary: { ...known.data.beneficiary, name } }
    const event = { id: randomUUID(), type: known.type, data, metadata: { ...known.metadata, at } }
    await service.store.append(refundStreams.stream(refundId), 'no_stream', [event])
  }
  await put(CLIENT, known!.at)
  await put('clt_\0', known!.at)
  await put(CLIENT, 'Jan 1 2026 (a Thursday)')
  await put(CLIENT, known!.at)
  await until('the others are told', () => sink.received.length >= before + 2)
  const aside = sql.type(z.object({ events: z.number() }))`select count(*) as events from ops.set_aside`
  await until('those are set aside', async () => (await service.db.oneFirst(aside)) === asideBefore + 2)
})

test('an event behind an unreadable one of its stream is parked, in the same batch as in a later one', async () => {
  const refund = refundStreams.stream(await engine.refund())
  const [requested] = await service.store.read(refund)
  const behind = { ...requested!, id: randomUUID(), type: 'RefundCancelled', revision: 2 }
  const read = async (stream: string) => {
    throw new UnreadableEvent(stream, 1, 'its metadata have version 2')
  }
  const translate = createTranslator({ ...service, store: { ...service.store, read } }, [refundEvents])
  const [first, second] = await translate([requested!, behind])
  assert.ok(first !== undefined && 'draft' in first && first.draft !== null)
  assert.match(JSON.stringify(second), /refused.*version 2/)
})

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
