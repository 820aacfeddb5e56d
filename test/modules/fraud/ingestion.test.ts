import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { until } from '../../harness/client.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('transactions that are only recorded')
const service = await startTestService()
const { admin } = service
test.after(() => service.end())
const { client_id } = (await admin.get('/api/auth/me')).body
const DAY_MS = 86_400_000
const COUNT = 200

test('enter by their own times, also those of years that a request names the newest first', async () => {
  const user_id = `user_${randomUUID()}`
  const timestamps = Array.from({ length: COUNT }, (_, n) => new Date(Date.now() - n * 5 * DAY_MS).toISOString())
  const all = timestamps.map(timestamp => ({
    ...{ transaction_id: `tx_${randomUUID()}`, user_id, amount: 10, currency: 'EUR', operation_type: 'payment' },
    timestamp,
  }))
  assert.is((await admin.post('/transactions', all)).status, 201)
  const entered = async () => {
    const events = await service.service.store.read(profileStreams.stream(profileStreams.id(client_id, user_id)))
    return events.map(event => profileStreams.parse(event).data.transaction.timestamp)
  }
  await until(entered, found => found.at(-1) === timestamps[0], 120_000)
  assert.equal(await entered(), timestamps.toReversed())
})

test.run()
