import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { RETRIES_MAX } from '#domain/refunds/decider.ts'
import { until } from '../../harness/client.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../../harness/samples.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

/** The six endpoints through HTTP, each state of the spec reached on real parts. */
const test = suite('refund lifecycle')
const service = await startTestService({ REFUND_CANCEL_WINDOW_MS: '150' })
const { admin } = service

async function requested(amount = 100, account = ACCOUNTS.paidAtOnce, of = amount) {
  const transaction = transactionOf(of)
  await admin.post('/transactions', transaction)
  const answer = await admin.requestRefund(refundOf(transaction, amount, account))
  assert.is(answer.status, 201, JSON.stringify(answer.body))
  return { id: answer.body.refund_id as string, transaction, record: answer.body }
}

/** The cancel comes in time unless a busy machine let the window pass first: then another refund is cancelled. */
async function cancelled(body?: object) {
  const inTime = await until(
    async () => {
      const refund = await requested()
      return { ...refund, answer: await admin.send('POST', `/refund/${refund.id}/cancel`, body) }
    },
    ({ answer }) => answer.status !== 409,
  )
  assert.is(inTime.answer.status, 200)
  return inTime
}

const get = async (id: string) => (await admin.get(`/refund/${id}`)).body
const settled = (id: string, status: string) =>
  until(
    () => get(id),
    refund => refund.status === status,
  )

test('a new refund has the fields of the spec and is readable at once', async () => {
  const { id, record, transaction } = await requested(10.5)
  assert.is(record.status, 'pending')
  assert.is(record.amount, 10.5)
  assert.is(record.currency, 'EUR')
  assert.is(record.transaction_id, transaction.transaction_id)
  assert.equal(record.beneficiary, { name: 'Ada Lovelace', account_masked: '70******01' })
  assert.equal(record.metadata, { case_id: 'case_1', agent_id: 'agent_1' })
  assert.match(record.idempotency_key, /^[0-9a-f-]{36}$/)
  assert.match(record.tracking.reference, /^RFD-[0-9A-F]{12}$/)
  assert.match(record.tracking.trace_id, /^[0-9a-f]{32}$/)
  assert.is(Date.parse(record.estimated_completion) - Date.parse(record.created_at), 30_000)
  assert.is((await admin.get(`/refund/${id}`)).status, 200)
})

test('pending → processing → completed', async () => {
  const { id } = await requested()
  const refund = await settled(id, 'completed')
  assert.ok(refund.completion.processing_time_seconds >= 1)
  assert.match(refund.completion.completed_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  assert.type(refund.completion.reference, 'string')
})

test('the network refuses: failed with the reason', async () => {
  const invalid = await settled((await requested(100, ACCOUNTS.invalid)).id, 'failed')
  assert.is(invalid.failure_reason, 'INVALID_ACCOUNT_NUMBER')
  const closed = await settled((await requested(100, ACCOUNTS.closed)).id, 'failed')
  assert.is(closed.failure_reason, 'ACCOUNT_CLOSED')
})

test('silence of the network is not a failure', async () => {
  const { id } = await requested(100, ACCOUNTS.silentAtFirst)
  await settled(id, 'processing')
  assert.is((await settled(id, 'completed')).failure_reason, undefined)
})

test('cancel while pending; the budget is free for the next request at once', async () => {
  const { id, transaction, answer } = await cancelled({ reason: 'changed my mind', cancelled_by: 'agent_7' })
  assert.equal(
    { ...answer.body, cancelled_at: '' },
    { refund_id: id, status: 'cancelled', cancelled_at: '', cancelled_by: 'agent_7', cancel_reason: 'changed my mind' },
  )
  assert.is((await admin.requestRefund(refundOf(transaction, 100))).status, 201)
})

test('cancel without a body is by the caller', async () => {
  const { answer } = await cancelled()
  assert.match(answer.body.cancelled_by, /^usr_/)
})

test('retry with corrected beneficiary data: the new mask shows, and the money arrives', async () => {
  const { id } = await requested(100, ACCOUNTS.invalid)
  const failed = await settled(id, 'failed')
  const update = {
    update_beneficiary: { account_number: ACCOUNTS.paidAtOnce.replace('7', '8'), bank_code: 'DEUTDEFF' },
    retry_reason: 'typo',
  }
  const { status, body } = await admin.post(`/refund/${id}/retry`, update)
  assert.is(status, 200)
  assert.is(body.status, 'pending')
  assert.is(body.retry_count, 1)
  assert.is(body.previous_failure.failure_reason, 'INVALID_ACCOUNT_NUMBER')
  assert.is(body.created_at, failed.created_at)
  assert.ok(Date.parse(body.retried_at) >= Date.parse(failed.created_at))
  const completed = await settled(id, 'completed')
  assert.is(completed.beneficiary.account_masked, '80******01')
  assert.is(completed.retry_count, 1)
})

test('a retry to an account that can not be, or to a card, is 422 REFUND_010 and changes nothing', async () => {
  const { id } = await requested(100, ACCOUNTS.invalid)
  await settled(id, 'failed')
  for (const account_number of ['DE88370400440532013000', '4111 1111 1111 1111', '1']) {
    const update_beneficiary = { account_number, bank_code: 'COBADEFF' }
    const { status, body } = await admin.post(`/refund/${id}/retry`, { update_beneficiary })
    assert.equal(
      [status, body.error_code, body.details.field],
      [422, 'REFUND_010', 'update_beneficiary.account_number'],
    )
  }
  const refund = await get(id)
  assert.equal(
    [refund.status, refund.retry_count, refund.beneficiary.account_masked],
    ['failed', undefined, '70******02'],
  )
})

test('retry without new data fails again and counts', async () => {
  const { id } = await requested(100, ACCOUNTS.closed)
  await settled(id, 'failed')
  assert.is((await admin.send('POST', `/refund/${id}/retry`)).body.retry_count, 1)
  await settled(id, 'failed')
  assert.is((await admin.post(`/refund/${id}/retry`)).body.retry_count, 2)
})

test('two parallel retries: one is accepted, one is told 409', async () => {
  const { id } = await requested(100, ACCOUNTS.invalid)
  await settled(id, 'failed')
  const answers = await Promise.all([admin.post(`/refund/${id}/retry`), admin.post(`/refund/${id}/retry`)])
  assert.equal(answers.map(({ status }) => status).sort(), [200, 409])
  assert.is((await get(id)).retry_count, 1)
})

test('a retry finds that another refund took the budget: 409 REFUND_007, it stays failed', async () => {
  const { id, transaction } = await requested(100, ACCOUNTS.invalid)
  await settled(id, 'failed')
  await until(
    () => admin.requestRefund(refundOf(transaction, 100)),
    ({ status }) => status === 201,
  )
  const { status, body } = await admin.post(`/refund/${id}/retry`)
  assert.equal([status, body.error_code], [409, 'REFUND_007'])
  const refund = await get(id)
  assert.equal([refund.status, refund.retry_count], ['failed', undefined])
})

test('a retry to a provider that is down is 503 REFUND_009 and reserves nothing', async () => {
  const { id, transaction } = await requested(100, ACCOUNTS.invalid)
  await settled(id, 'failed')
  const down = await admin.post(`/refund/${id}/retry`, {
    update_beneficiary: { account_number: ACCOUNTS.providerDown, bank_code: 'COBADEFF' },
  })
  assert.equal([down.status, down.body.error_code], [503, 'REFUND_009'])
  // What the failed transfer held is given back by a reaction.
  await until(
    () => admin.requestRefund(refundOf(transaction, 100)),
    ({ status }) => status === 201,
  )
})

test('a retry too many is 409 REFUND_006 and reserves nothing', async () => {
  const { id, transaction } = await requested(100, ACCOUNTS.invalid)
  for (let retry = 1; retry <= RETRIES_MAX; retry += 1) {
    await settled(id, 'failed')
    assert.is((await admin.post(`/refund/${id}/retry`)).body.retry_count, retry)
  }
  await settled(id, 'failed')
  const { status, body } = await admin.post(`/refund/${id}/retry`)
  assert.equal([status, body.error_code, body.details.retries_max], [409, 'REFUND_006', RETRIES_MAX])
  await until(
    () => admin.requestRefund(refundOf(transaction, 100)),
    answer => answer.status === 201,
  )
})

test('void while pending: no money moved', async () => {
  // As with a cancel, the void comes in time at one of the tries.
  const { transaction, answer } = await until(
    async () => {
      const refund = await requested()
      const reason = { reason: 'compliance_hold', details: 'sanctions check' }
      return { ...refund, answer: await admin.post(`/refund/${refund.id}/void`, reason) }
    },
    ({ answer }) => answer.status !== 200 || answer.body.funds_transferred === false,
  )
  const { status, body } = answer
  assert.is(status, 200)
  assert.equal(
    [body.status, body.void_reason, body.void_details, body.funds_transferred, body.original_amount],
    ['voided', 'compliance_hold', 'sanctions check', false, 100],
  )
  // At once, unless a slow machine let the cancel window pass first: then the network is asked before the budget is
  // free.
  const again = await until(
    () => admin.requestRefund(refundOf(transaction, 100)),
    answer => answer.status !== 409,
  )
  assert.is(again.status, 201)
})

test('void after completion: a reversal starts and completes, and then the budget is free', async () => {
  const { id, transaction } = await requested()
  await settled(id, 'completed')
  const { body } = await admin.post(`/refund/${id}/void`, { reason: 'duplicate_refund' })
  assert.equal([body.funds_transferred, body.reversal_status], [true, 'pending'])
  const reversed = await until(
    () => get(id),
    refund => refund.reversal_status === 'completed',
  )
  assert.type(reversed.reversal_reference, 'string')
  assert.is(reversed.status, 'voided')
  await until(
    () => admin.requestRefund(refundOf(transaction, 100)),
    ({ status }) => status === 201,
  )
})

test('everything that is not allowed in a state is 409 REFUND_006 with the state', async () => {
  const { id } = await requested()
  await settled(id, 'completed')
  for (const action of ['cancel', 'retry']) {
    const { status, body } = await admin.post(`/refund/${id}/${action}`)
    assert.equal([status, body.error_code, body.details.status], [409, 'REFUND_006', 'completed'], action)
  }
  const { id: over } = await cancelled()
  for (const [action, body] of [
    ['cancel', {}],
    ['retry', {}],
    ['void', { reason: 'customer_request' }],
  ] as const)
    assert.is((await admin.post(`/refund/${over}/${action}`, body)).body.error_code, 'REFUND_006', action)
})

test('the list finds it with its state, and the history tells every step', async () => {
  const { id } = await requested()
  await settled(id, 'completed')
  const item = await until(
    async () =>
      (await admin.get('/refund/list?status=completed&page_size=100')).body.data.find(
        (row: { refund_id: string }) => row.refund_id === id,
      ),
    row => row !== undefined,
  )
  assert.equal(Object.keys(item).sort(), ['amount', 'created_at', 'currency', 'refund_id', 'status'])
  const { body } = await until(
    () => admin.get(`/audit/refunds/${id}`),
    answer => answer.body.history.length === 3,
  )
  assert.equal(
    body.history.map((line: { type: string }) => line.type),
    ['RefundRequested', 'RefundProcessingStarted', 'RefundCompleted'],
  )
  assert.is(body.chain.intact, true)
  assert.is(body.history.at(-1).hash, body.chain.head_hash)
})

test('the history says from which event on it is not what was written', async () => {
  const { id } = await requested()
  await settled(id, 'completed')
  const { store } = service.service
  const stream = `refund-${id}`
  const last = (await store.read(stream)).at(-1)!
  await store.append(stream, last.revision, [{ ...last, id: randomUUID() }])
  const { body } = await admin.get(`/audit/refunds/${id}`)
  assert.is(last.revision, 2)
  assert.equal([body.chain.events, body.chain.intact, body.chain.first_broken_revision], [4, false, 3])
})

test('pages up to a moment stand still while refunds are requested', async () => {
  const first = transactionOf(20)
  await admin.post('/transactions', first)
  const { user_id } = first
  const request = () => admin.requestRefund(refundOf(first, 1))
  const page = async (number: number, upTo = '') =>
    (await admin.get(`/refund/list?user_id=${user_id}&page=${number}&page_size=3${upTo}`)).body
  for (let n = 0; n < 10; n += 1) await request()
  const { data } = await until(
    () => page(1),
    ({ pagination }) => pagination.total_items >= 10,
  )
  const frozen = `&date_to=${data[0].created_at}`
  const { total_items, total_pages } = (await page(1, frozen)).pagination
  const seen: string[] = []
  for (let number = 1; number <= total_pages; number += 1) {
    const { data, pagination } = await page(number, frozen)
    assert.is(pagination.total_items, total_items)
    seen.push(...data.map((row: { refund_id: string }) => row.refund_id))
    await request()
    await until(
      () => page(1),
      ({ pagination }) => pagination.total_items >= 10 + number,
    )
  }
  assert.is(new Set(seen).size, total_items)
  assert.is(seen.length, total_items)
})

test.after(() => service.end())
test.run()
