import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { client, until } from '../../harness/client.ts'
import { modulesOver } from '../../harness/every-module.ts'
import { refundOf, transactionOf } from '../../harness/samples.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { steeredNetwork } from './steered-network.ts'

/**
 * A payment network that takes transfers and never says how they ended: every part works, and the money stands still.
 */
const test = suite('refunds that wait for the payment network')
const { network } = steeredNetwork()
const service = await startTestService({}, { modules: modulesOver(network) })
test.after(() => service.end())
const { admin } = service

const reactor = async () => (await client(service.url).get('/health/ready')).body.parts.reactor
const late = async () => (await service.service.metrics.getSingleMetric('refunds_overdue')?.get())?.values[0]?.value

/** Its requests were made so much earlier. */
const grownOld = (minutes: number) =>
  service.service.db.query(sql.unsafe`
    update read.refunds set owed_since = owed_since - ${minutes} * interval '1 minute' where owed is not null`)

test('health and metrics say so after a quarter of an hour, and no more once they are over', async () => {
  const transaction = transactionOf(10)
  await admin.post('/transactions', transaction)
  const { body: refund } = await admin.requestRefund(refundOf(transaction, 10))
  await until(
    () => admin.get('/refund/list?status=processing'),
    ({ body }) => body.data?.length === 1,
  )
  assert.is((await reactor()).note, undefined)
  await grownOld(16)
  const { state, note } = await until(reactor, part => part.note !== undefined)
  assert.equal(
    [state, note],
    ['up', `1 refunds have been outstanding for more than 15 minutes, the longest ${refund.refund_id}`],
  )
  assert.is(await late(), 1)
  network.status = async () => ({ status: 'succeeded', reference: 'NET-1' })
  await until(reactor, part => part.note === undefined)
  assert.is(await late(), 0)
})

test.run()
