import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { startReceiver } from '#programs/demo/receiver.ts'
import { until } from '../../harness/client.ts'
import { ACCOUNTS, refundOf, type SampleTransaction, transactionOf } from '../../harness/samples.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

/**
 * Refunds to somebody else than the transaction's user: accepted and flagged, or refused, as BENEFICIARY_MISMATCH
 * says.
 */
const test = suite('refunds to third parties')
const flagging = await startTestService()
const receiver = await startReceiver(await developmentCaOf(flagging.environment.DATA_DIR!))
let service = flagging
test.after(async () => {
  await receiver.close()
  await service.end()
})

const known = async () => {
  const transaction = transactionOf(100)
  await service.admin.post('/transactions', transaction)
  return transaction
}
function toAnother(transaction: SampleTransaction, amount: number, account?: string) {
  const request = refundOf(transaction, amount, account)
  return { ...request, beneficiary: { ...request.beneficiary, user_id: 'somebody_else' } }
}
const request = (body: object, key: string = randomUUID()) =>
  service.admin.post('/refund/request', body, { 'Idempotency-Key': key })
const reaches = (id: string, status: string) =>
  until(
    async () => (await service.admin.get(`/refund/${id}`)).body,
    refund => refund.status === status,
  )
const listed = (id: string) =>
  until(
    async () =>
      (await service.admin.get('/refund/list?page_size=100')).body.data.find(
        (item: { refund_id: string }) => item.refund_id === id,
      ),
    item => item !== undefined,
  )
const audited = async (id: string) => (await service.admin.get(`/audit/refunds/${id}`)).body

const used = { key: randomUUID(), body: {} as object, refund_id: '' }
let failed = ''

test('one to another user is accepted, and flagged in record, list, audit and events', async () => {
  await service.admin.post('/webhooks', { url: receiver.url, events: ['refund.created'] })
  used.body = toAnother(await known(), 10)
  const { status, body } = await request(used.body, used.key)
  used.refund_id = body.refund_id
  assert.equal([status, body.beneficiary_mismatch], [201, true])
  assert.is((await reaches(body.refund_id, 'completed')).beneficiary_mismatch, true)
  assert.is((await listed(body.refund_id)).beneficiary_mismatch, true)
  const audit = await until(
    () => audited(body.refund_id),
    ({ history }) => history.length === 3,
  )
  assert.equal([audit.beneficiary_mismatch, audit.history[0].facts.beneficiary_mismatch], [true, true])
  const created = await receiver.waitFor('refund.created', 30_000)
  assert.is(JSON.parse(created.body).data.beneficiary_mismatch, true)
})

test('one to the transaction’s own user has no flag', async () => {
  const { body } = await request(refundOf(await known(), 10))
  assert.is('beneficiary_mismatch' in body, false)
  assert.is('beneficiary_mismatch' in (await listed(body.refund_id)), false)
  const audit = await until(
    () => audited(body.refund_id),
    ({ history }) => history.length > 0,
  )
  assert.equal([audit.beneficiary_mismatch, audit.history[0].facts.beneficiary_mismatch], [false, false])
})

test('a retry of a flagged refund is accepted while they are only flagged', async () => {
  const { body } = await request(toAnother(await known(), 10, ACCOUNTS.invalid))
  failed = body.refund_id
  await reaches(failed, 'failed')
  const retried = await service.admin.post(`/refund/${failed}/retry`)
  assert.is(retried.status, 200)
  assert.is((await reaches(failed, 'failed')).retry_count, 1)
})

test('where they are refused, it is 422 REFUND_010 by the field, and reserves nothing', async () => {
  await flagging.stop()
  const { DATA_DIR } = flagging.environment
  service = await startTestService({ DATA_DIR: DATA_DIR!, BENEFICIARY_MISMATCH: 'reject' })
  const transaction = await known()
  const key = randomUUID()
  const { status, body } = await request(toAnother(transaction, 100), key)
  assert.equal([status, body.error_code, body.details.field], [422, 'REFUND_010', 'beneficiary.user_id'])
  assert.match(body.details.reason, /must be the transaction's user/)
  assert.not.match(JSON.stringify(body), transaction.user_id)
  // The key and the amount are both free.
  assert.is((await request(refundOf(transaction, 100), key)).status, 201)
})

test('a request that was accepted before is answered as before', async () => {
  const { status, headers, body } = await request(used.body, used.key)
  assert.equal([status, headers.get('idempotent-replayed'), body.refund_id], [200, 'true', used.refund_id])
  assert.is(body.beneficiary_mismatch, true)
  const other = await request({ ...used.body, alert_id: 'alert_2' }, used.key)
  assert.equal([other.status, other.body.error_code], [422, 'IDEMPOTENCY_KEY_REUSED'])
})

test('a retry of one that was accepted before is refused, also to another account, and it stays failed', async () => {
  const update_beneficiary = { account_number: ACCOUNTS.paidAtOnce, bank_code: 'COBADEFF' }
  for (const body of [{}, { update_beneficiary }]) {
    const answer = await service.admin.post(`/refund/${failed}/retry`, body)
    assert.equal(
      [answer.status, answer.body.error_code, answer.body.details.field],
      [422, 'REFUND_010', 'beneficiary.user_id'],
    )
  }
  const { status, retry_count, beneficiary } = await reaches(failed, 'failed')
  assert.equal([status, retry_count, beneficiary.account_masked], ['failed', 1, '70******02'])
})

test.run()
