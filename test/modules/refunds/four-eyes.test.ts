import * as assert from 'uvu/assert'
import { logIn, until } from '../../harness/client.ts'
import { refundOf, transactionOf } from '../../harness/samples.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

/** The record names who requested the refund, so that a page can offer the void to another user. */
const test = suite('voids by a second person')
const service = await startTestService({ VOID_FOUR_EYES: 'true' })
test.after(() => service.end())
const { admin } = service

const logInAs = async (role: string) => {
  const email = `${role}@bank.example`
  const { body } = await admin.post('/admin/users', { email, role, password: ADMIN.password })
  return { user_id: body.user_id as string, caller: await logIn(service.url, email, ADMIN.password) }
}
const { user_id, caller: operator } = await logInAs('operator')
const transaction = transactionOf(100)
await admin.post('/transactions', transaction)
const { body: requested } = await operator.requestRefund(refundOf(transaction, 100))
const path = `/refund/${requested.refund_id}`

test('the record has the user whose token requested it, for every reader, and in no public event', async () => {
  const { caller: auditor } = await logInAs('auditor')
  for (const reader of [admin, operator, auditor]) assert.is((await reader.get(path)).body.requested_by, user_id)
  assert.is(requested.requested_by, user_id)
  const { body } = await until(
    () => admin.get('/events?type=refund.created'),
    answer => answer.body.data.length === 1,
  )
  assert.is(body.data[0].data.refund_id, requested.refund_id)
  assert.not('requested_by' in body.data[0].data)
})

test('that user is refused the void, another one may', async () => {
  const refused = await operator.post(`${path}/void`, { reason: 'duplicate_refund' })
  assert.equal([refused.status, refused.body.error_code], [403, 'AUTH_003'])
  assert.is((await admin.post(`${path}/void`, { reason: 'duplicate_refund' })).body.status, 'voided')
  assert.is((await operator.get(path)).body.requested_by, user_id, 'a void changes nothing of it')
})

test.run()
