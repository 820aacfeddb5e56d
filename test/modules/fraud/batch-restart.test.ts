import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

/** What a batch depends on outlives the process. */
const test = suite('scoring in batches over a restart')
const first = await startTestService()
let running = first
test.after(async () => {
  await running.stop()
  await first.end()
})

const AT = Date.now() - 60_000
const sent = Array.from({ length: 7 }, (_, n) => ({
  ...{ transaction_id: `tx_${n}`, user_id: 'user_1', amount: 900 + n, currency: 'EUR', operation_type: 'transfer' },
  ...{
    merchant: { id: 'm_1' },
    device: { fingerprint: randomUUID() },
    timestamp: new Date(AT - n * 1_000).toISOString(),
  },
}))

test('a cursor of before goes on after it, and the next scores are the same', async () => {
  await first.admin.post('/transactions', sent)
  const whole = (await first.admin.post('/fraud/score', {})).body.transactions
  const { body } = await first.admin.post('/fraud/score', { pagination: { page_size: 3 } })
  const { next_cursor: cursor } = body.pagination
  await first.stop()
  running = await startTestService(first.environment)
  const rest = (await running.admin.post('/fraud/score', { pagination: { cursor, page_size: 5 } })).body
  assert.equal(
    [...body.transactions, ...rest.transactions].map(({ transaction_id }) => transaction_id),
    sent.map(({ transaction_id }) => transaction_id),
  )
  // A device across users may have entered meanwhile; none of these is another user's.
  assert.equal([...body.transactions, ...rest.transactions], whole)
  assert.equal([rest.summary.total, rest.pagination.total_pages, rest.pagination.has_more], [7, 2, false])
})

test.run()
