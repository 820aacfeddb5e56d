import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { ingestionProcess } from '#modules/fraud/ingestion-process.ts'
import { client, until } from '../../harness/client.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

/**
 * At the first start all transactions there are enter their users' windows, which takes an hour where there are a
 * million.
 */
const test = suite('fraud: the first start')
const HOUR_MS = 3_600_000
/** Longer than due work is held at a time would count as a lease from before the clock was set back. */
const HELD_MS = 5_500

const service = await startTestService()
const health = async () => (await client(service.url).get('/health/ready')).body

test('is no reason to take processes out of service', async () => {
  await until(health, ({ status }) => status === 'ready')
  await service.service.db.query(sql.unsafe`
    insert into ops.due_work (queue, id, stream, correlation_id, causation_id, due_at, fence, leased_until)
    values (${ingestionProcess.queue}, 'oldest', 'transaction-oldest', 'r', 'c', now() - ${HOUR_MS} * interval '1 millisecond', 1,
      now() + ${HELD_MS} * interval '1 millisecond')`)
  const holding = async () => {
    await service.service.db.query(sql.unsafe`
      update ops.due_work set leased_until = now() + ${HELD_MS} * interval '1 millisecond' where queue = ${ingestionProcess.queue}`)
    return health()
  }
  const { status, parts } = await until(holding, ({ parts }) => parts.reactor.lag_ms >= HOUR_MS)
  assert.is(parts.reactor.note, undefined)
  assert.is(status, 'ready')
})

test.after(() => service.end())
test.run()
