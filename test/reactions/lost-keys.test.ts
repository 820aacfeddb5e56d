import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { retryRefund } from '#commands/refunds/retry-refund.ts'
import { beneficiarySubject } from '#services/refunds/sealed-fields.ts'
import { refundOf as refundBody, transactionOf } from '../harness/samples.ts'
import { startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'
import {
  context,
  eventually,
  knownTransaction,
  paidFor,
  reaches,
  refundOf,
  requested,
  reservedOf,
  startReactionService,
  startRefundReactions,
} from './reaction-service.ts'

/**
 * A database that was restored without the newest data keys: what was sealed under them is lost, also when their
 * subject comes back.
 */
const test = suite('lost data keys')
const run = await startReactionService()

test('a refund that can not be paid any more fails, gives its budget back, and a retry of it fails too', async () => {
  await knownTransaction(run.service, 'tx-lost')
  const id = await requested(run.service, '0001', 'tx-lost')
  await run.service.db.query(sql.unsafe`delete from vault.data_keys`)
  // Other processes: none of them remembers the key.
  const api = await run.another()
  const later = await requested(api, '0001')
  const reactions = startRefundReactions(await run.another(), { unknownIsFinalMs: 300 })
  await reaches(api, later, 'completed')
  const { failure } = await reaches(api, id, 'failed')
  assert.is(failure?.failure_reason, 'PROVIDER_ERROR')
  await eventually(
    () => reservedOf(api, 'tx-lost'),
    minor => minor === 0,
  )
  await retryRefund(api, context(), { refund_id: id, update_beneficiary: null, retry_reason: null })
  await eventually(
    () => refundOf(api, id),
    ({ status, attempt }) => status === 'failed' && attempt === 1,
  )
  assert.equal(await paidFor(api, id), [])
  await reactions.stop()
})

test('its client is shown what remains of it', async () => {
  const service = await startTestService({ REFUND_CANCEL_WINDOW_MS: '600000' })
  try {
    const transaction = transactionOf(100)
    await service.admin.post('/transactions', transaction)
    const { body } = await service.admin.requestRefund(refundBody(transaction, 10))
    const subject = beneficiarySubject((await service.admin.get('/api/auth/me')).body.client_id, transaction.user_id)
    await service.service.db.query(sql.unsafe`delete from vault.data_keys where subject = ${subject}`)
    // It finds nothing to erase and forgets what it remembers.
    await service.service.vault.erase(subject)
    assert.is((await service.admin.requestRefund(refundBody(transaction, 10))).status, 201)
    const { status, body: record } = await service.admin.get(`/refund/${body.refund_id}`)
    assert.equal([status, record.status, record.beneficiary.name], [200, 'pending', '[erased]'])
  } finally {
    await service.end()
  }
})

test.after(run.close)
test.run()
