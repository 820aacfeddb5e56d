import * as assert from 'uvu/assert'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { startReceiver } from '#programs/demo/receiver.ts'
import { until } from '../../harness/client.ts'
import { modulesOver } from '../../harness/every-module.ts'
import { observeEvent } from '../../harness/exchange.ts'
import { refundOf, transactionOf } from '../../harness/samples.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { steeredNetwork } from './steered-network.ts'

/**
 * What a caller and a subscriber see of a refund after it was voided, until its money is back or is known not to
 * come.
 */
const test = suite('refunds after a void')
const steered = steeredNetwork()
const service = await startTestService({}, { modules: modulesOver(steered.network) })
const receiver = await startReceiver(await developmentCaOf(service.environment.DATA_DIR!))
test.after(async () => {
  await receiver.close()
  await service.end()
})
const { admin } = service
await admin.post('/webhooks', { url: receiver.url, events: ['refund.*'] })

const get = async (id: string) => (await admin.get(`/refund/${id}`)).body
const succeeded = { status: 'succeeded', reference: 'NET-1' } as const

async function refundThatIs(status: string, answer?: typeof succeeded): Promise<string> {
  const transaction = transactionOf(100)
  await admin.post('/transactions', transaction)
  const { body } = await admin.requestRefund(refundOf(transaction, 100))
  const id = body.refund_id as string
  if (answer !== undefined) steered.transfers.set(`${id}:0`, answer)
  await until(
    () => get(id),
    refund => refund.status === status,
  )
  return id
}

type Told = { id: string; type: string; data: Record<string, unknown>; metadata: { sequence: number } }

/** The `refund.voided` events of a refund as they were delivered, by their sequence. */
function voidsToldOf(id: string): Told[] {
  const events = receiver.deliveries.map(({ body }) => JSON.parse(body) as Told)
  return events
    .filter(({ type, data }) => type === 'refund.voided' && data.refund_id === id)
    .sort((a, b) => a.metadata.sequence - b.metadata.sequence)
}

async function voidsTold(id: string, count: number): Promise<Told[]> {
  const told = await until(
    async () => voidsToldOf(id),
    events => events.length >= count,
  )
  for (const { body } of receiver.deliveries) observeEvent(body)
  return told
}

const brief = ({ data, metadata }: Told) => [
  metadata.sequence,
  data.funds_transferred,
  data.reversal_status,
  data.reversal_reference,
]

for (const outcome of ['completed', 'failed'] as const)
  test(`a completed refund keeps its completion, and subscribers see its reversal begin and end as ${outcome}`, async () => {
    const id = await refundThatIs('completed', succeeded)
    const { completion } = await get(id)
    assert.is(completion.reference, 'NET-1')
    const answer = await admin.post(`/refund/${id}/void`, { reason: 'duplicate_refund' })
    assert.is(answer.body.reversal_status, 'pending')
    const voided = await get(id)
    assert.equal(voided.completion, completion)
    assert.is(voided.reversal_status, 'pending')
    await voidsTold(id, 1)

    steered.reversals.set(`${id}:0`, { status: outcome, reference: 'REV-1' })
    const over = await until(
      () => get(id),
      refund => refund.reversal_status === outcome,
    )
    assert.equal([over.status, over.completion], ['voided', completion])
    const told = await voidsTold(id, 2)
    assert.equal(told.map(brief), [
      [4, true, 'pending', undefined],
      [6, true, outcome, 'REV-1'],
    ])
    for (const { data } of told)
      assert.equal(
        [data.object, data.status, data.completed_at, data.reference],
        ['refund', 'voided', completion.completed_at, 'NET-1'],
      )
    assert.is(new Set(told.map(event => event.id)).size, 2)
  })

test('a transfer that goes through after the void is told, with the reversal that it starts', async () => {
  const id = await refundThatIs('processing')
  await admin.post(`/refund/${id}/void`, { reason: 'compliance_hold' })
  const before = await get(id)
  assert.equal([before.funds_transferred, before.reversal_status, before.completion], [false, undefined, undefined])
  await voidsTold(id, 1)
  steered.transfers.set(`${id}:0`, succeeded)
  await voidsTold(id, 2)
  const after = await get(id)
  assert.equal([after.funds_transferred, after.reversal_status, after.completion.reference], [true, 'pending', 'NET-1'])
  steered.reversals.set(`${id}:0`, { status: 'completed', reference: 'REV-1' })
  const told = await voidsTold(id, 3)
  assert.equal(told.map(brief), [
    [3, false, undefined, undefined],
    [4, true, 'pending', undefined],
    [6, true, 'completed', 'REV-1'],
  ])
  assert.is(told[1]?.data.reference, 'NET-1')
})

test('a transfer that comes to nothing after the void changes nothing that a subscriber was told', async () => {
  const id = await refundThatIs('processing')
  await admin.post(`/refund/${id}/void`, { reason: 'compliance_hold' })
  const [told] = await voidsTold(id, 1)
  steered.transfers.set(`${id}:0`, { status: 'rejected', reference: 'NET-1', reason: 'BANK_REJECTED' })
  await until(
    () => admin.get(`/audit/refunds/${id}`),
    ({ body }) => body.history.at(-1)?.type === 'TransferFailedAfterVoid',
  )
  const { funds_transferred, reversal_status, completion } = await get(id)
  assert.equal([funds_transferred, reversal_status, completion], [false, undefined, undefined])
  // What is told about something later says that nothing more was told about this.
  await voidsTold(await refundVoidedAtOnce(), 1)
  assert.equal(voidsToldOf(id).map(brief), [brief(told!)])
})

async function refundVoidedAtOnce(): Promise<string> {
  const id = await refundThatIs('processing')
  await admin.post(`/refund/${id}/void`, { reason: 'compliance_hold' })
  return id
}

test.run()
