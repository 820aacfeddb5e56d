import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { logIn, until } from '../../harness/client.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../../harness/samples.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

/** What belongs to one client is not there for another; who may do what; and when a key is free again. */
const test = suite('refunds of clients, roles and keys')
const service = await startTestService({ IDEMPOTENCY_TTL_S: '4' })
const { admin } = service
const other = await service.newClient()

const transaction = transactionOf(100)
await admin.post('/transactions', transaction)
const first = await admin.requestRefund(refundOf(transaction, 60), 'shared-key')
const id = first.body.refund_id as string

test("another client's refund is not there: 404 everywhere, before anything of the body", async () => {
  for (const [method, path] of [
    ['GET', `/refund/${id}`],
    ['POST', `/refund/${id}/cancel`],
    ['POST', `/refund/${id}/retry`],
    ['POST', `/refund/${id}/void`],
    ['GET', `/audit/refunds/${id}`],
  ] as const) {
    const { status, body } = await other.send(method, path, method === 'POST' ? { reason: 42 } : undefined)
    assert.equal([status, body.error_code], [404, 'REFUND_003'], `${method} ${path}`)
  }
  assert.is((await other.get('/refund/list')).body.pagination.total_items, 0)
})

test("another client's transaction is unknown, and its own one under the same id is another one", async () => {
  const refused = await other.requestRefund(refundOf(transaction, 10))
  assert.equal([refused.status, refused.body.error_code], [404, 'REFUND_002'])
  await other.post('/transactions', transaction)
  const { status, body } = await other.requestRefund(refundOf(transaction, 100), 'shared-key')
  assert.is(status, 201, 'the key and the budget are its own')
  assert.is.not(body.refund_id, id)
})

test('void is not for integrators; reading the audit trail neither; consumers have no refunds', async () => {
  const as = async (role: string) => {
    await admin.post('/admin/users', { email: `${role}@bank.example`, role, password: ADMIN.password })
    return logIn(service.url, `${role}@bank.example`, ADMIN.password)
  }
  const integrator = await as('integrator')
  assert.is((await integrator.get(`/refund/${id}`)).status, 200)
  const refusals = [
    await integrator.post(`/refund/${id}/void`, { reason: 'customer_request' }),
    await integrator.post('/refund/rf_unknown/void', { reason: 'customer_request' }),
    await integrator.get(`/audit/refunds/${id}`),
    await (await as('consumer')).get(`/refund/${id}`),
    await (await as('auditor')).post(`/refund/${id}/cancel`),
  ]
  for (const { status, body } of refusals) assert.equal([status, body.error_code], [403, 'AUTH_003'])
  assert.is((await admin.as(null).get(`/refund/${id}`)).status, 401)
})

test('a key is free again when its time has passed since the first use; repeats do not extend it', async () => {
  await until(
    () => admin.get(`/refund/${id}`),
    ({ body }) => body.status === 'completed',
  )
  const small = transactionOf(100)
  await admin.post('/transactions', small)
  const body = refundOf(small, 60, ACCOUNTS.paidAtOnce)
  const used = await admin.requestRefund(body, 'day-key')
  assert.is(used.status, 201)
  await delay(1_200)
  assert.is((await admin.requestRefund(body, 'day-key')).body.refund_id, used.body.refund_id)
  await delay(3_000)
  const again = await admin.requestRefund({ ...body, refund: { ...body.refund, amount: 40 } }, 'day-key')
  assert.is(again.status, 201, JSON.stringify(again.body))
  assert.is.not(again.body.refund_id, used.body.refund_id)
  const third = await admin.requestRefund(refundOf(small, 1), 'another-key')
  assert.equal([third.status, third.body.error_code], [409, 'REFUND_007'])
})

test.after(() => service.end())
test.run()
