import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import { ingestionProcess } from '#modules/fraud/ingestion-process.ts'
import type { JobOutcome } from '#reactions/job-runner.ts'
import { until } from '../../harness/client.ts'
import { startTestService, type TestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { erase } from '../subjects/people.ts'

/** Nobody does what is due here but the test, at the times that it says. */
const test = suite('the step by which a transaction enters')
const service = await startTestService({ ROLES: 'api,projector' })
test.after(() => service.end())
const MINUTE_MS = 60_000
/** How long a score of a transaction may be under way after it was recorded. */
const SCORED_BY_MS = 6_000
const ASKED = 3

type Recorded = { key: string; id: string; at: number }

async function record(of: TestService, user_id: string, ago: number): Promise<Recorded> {
  const transaction_id = `tx_${randomUUID()}`
  const timestamp = new Date(Date.now() - ago).toISOString()
  const shared = { amount: 10, currency: 'EUR', operation_type: 'payment' }
  const { status, body } = await of.admin.post('/transactions', { ...shared, transaction_id, user_id, timestamp })
  assert.ok(status < 300, JSON.stringify(body))
  const { client_id } = (await of.admin.get('/api/auth/me')).body
  const key = transactionStreams.id(client_id, transaction_id)
  const [event] = await of.service.store.read(transactionStreams.stream(key))
  return { key, id: transaction_id, at: Date.parse(event!.at) }
}

async function stepOf(of: TestService, { key }: Recorded, nowMs: number): Promise<JobOutcome> {
  const now = () => new Date(nowMs)
  const stream = transactionStreams.stream(key)
  const cause = { stream, correlation_id: 'req_1', causation_id: randomUUID() }
  const claim = {
    ...cause,
    id: key,
    generation: 0,
    fence: 1,
    attempts: ASKED,
    failures: 0,
    armed_for_ms: 0,
    clock: now,
  }
  return ingestionProcess.handler({ ...of.service, now })(claim)
}

async function entered(user_id: string): Promise<string[]> {
  const { client_id } = (await service.admin.get('/api/auth/me')).body
  const events = await service.service.store.read(profileStreams.stream(profileStreams.id(client_id, user_id)))
  return events.map(event => profileStreams.parse(event).data.transaction_id)
}
const isDone = (outcome: JobOutcome) => 'done' in outcome

test('waits for an earlier one of the same moment until no score of that can be under way, and enters it first', async () => {
  const user_id = `user_${randomUUID()}`
  const late = await record(service, user_id, MINUTE_MS)
  await delay(200)
  const early = await record(service, user_id, 2 * MINUTE_MS)
  assert.equal(await stepOf(service, late, early.at + SCORED_BY_MS - 100), { inMs: 100, attempts: ASKED })
  assert.equal(await entered(user_id), [])
  assert.ok(isDone(await stepOf(service, late, early.at + SCORED_BY_MS)))
  assert.equal(await entered(user_id), [early.id, late.id])
})

test('does not wait for a transaction that was recorded much later', async () => {
  const user_id = `user_${randomUUID()}`
  const late = await record(service, user_id, MINUTE_MS)
  await delay(5_100)
  await record(service, user_id, 2 * MINUTE_MS)
  assert.ok(isDone(await stepOf(service, late, late.at + SCORED_BY_MS)))
  assert.equal(await entered(user_id), [late.id])
})

test('is put off as long as its own time has yet to come', async () => {
  const user_id = `user_${randomUUID()}`
  const ahead = await record(service, user_id, -10 * MINUTE_MS)
  const outcome = await stepOf(service, ahead, ahead.at)
  assert.ok('inMs' in outcome && Math.abs(outcome.inMs - 10 * MINUTE_MS) < 5_000, JSON.stringify(outcome))
  assert.equal(await entered(user_id), [])
  assert.ok(isDone(await stepOf(service, ahead, ahead.at + 6 * MINUTE_MS)))
  assert.equal(await entered(user_id), [ahead.id])
})

test('ingests nothing of a person whose erasure was requested', async () => {
  const user_id = `user_${randomUUID()}`
  const recorded = await record(service, user_id, MINUTE_MS)
  await until(
    () => erase(service.admin, user_id),
    ({ status }) => status === 202,
  )
  assert.ok(isDone(await stepOf(service, recorded, recorded.at + SCORED_BY_MS)))
  assert.equal(await entered(user_id), [])
})

test('is repeated while the list of earlier transactions lags', async () => {
  const alone = await startTestService({ ROLES: 'api' })
  const recorded = await record(alone, 'user_1', MINUTE_MS)
  assert.equal(await stepOf(alone, recorded, recorded.at + SCORED_BY_MS), { inMs: 1_000, attempts: ASKED })
  await alone.end()
})

test.run()
