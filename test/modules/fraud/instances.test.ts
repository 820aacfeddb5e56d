import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { profiles } from '#domain/fraud/profile/decider.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import { ingestionProcess } from '#modules/fraud/ingestion-process.ts'
import { startInstances } from '../../harness/instances.ts'
import { suite } from '../../harness/suite.ts'

/** Three instances score transactions of the same users at the same time. */
const test = suite('scoring by several instances')
const HOUR_MS = 3_600_000
const NOW = Date.now()
const PARALLEL = 50
const OBEYED_MS_MAX = 1_000

const { instances, clients, client_id, stop } = await startInstances()
const { store } = instances[0]!.service
test.after(stop)

const transactionOf = (more: { user_id: string; timestamp?: string }) => ({
  ...{ transaction_id: `tx_${randomUUID()}`, amount: 1, currency: 'EUR', operation_type: 'payment' },
  ...{ merchant: { id: 'm_1' }, timestamp: new Date(NOW).toISOString() },
  ...more,
})
const score = (by: number, transaction: object) =>
  clients[by % clients.length]!.post('/fraud/score/realtime', { transaction })
const profileOf = async (user_id: string) =>
  (await store.read(profiles.stream(profiles.id(client_id, user_id)))).map(profileStreams.parse)

test('parallel transactions of one time get each count once', async () => {
  const user_id = `user_${randomUUID()}`
  const answers = await Promise.all(Array.from({ length: PARALLEL }, (_, n) => score(n, transactionOf({ user_id }))))
  const counts = answers.map(({ body }) => body.velocity_check?.transactions_1h).sort((a, b) => a - b)
  assert.equal(
    counts,
    counts.map((_, n) => n + 1),
  )
})

test('changes of lists and policy apply in their instance at once, in others within a second', async () => {
  const user_id = `user_${randomUUID()}`
  const levelBy = async (by: number) => (await score(by, transactionOf({ user_id }))).body.fraud_level
  // Each has asked what the client says, and remembers it.
  for (const by of [0, 1, 2]) assert.is.not(await levelBy(by), 'critical')
  const entry = { list: 'block', kind: 'user', value: user_id, reason: 'r' }
  const { body } = await clients[0]!.post('/fraud/lists', entry)
  assert.is(await levelBy(0), 'critical')
  await delay(OBEYED_MS_MAX)
  for (const by of [1, 2]) assert.is(await levelBy(by), 'critical')
  await clients[1]!.send('DELETE', `/fraud/lists/${body.entry_id}`)
  assert.is.not(await levelBy(1), 'critical')
  await delay(OBEYED_MS_MAX)
  for (const by of [0, 2]) assert.is.not(await levelBy(by), 'critical')
})

test('parallel transactions of different times are counted as one after the other', async () => {
  const user_id = `user_${randomUUID()}`
  const timeOf = (n: number) => new Date(NOW - ((n * 37) % PARALLEL) * 120_000).toISOString()
  const answers = await Promise.all(
    Array.from({ length: PARALLEL }, (_, n) => score(n, transactionOf({ user_id, timestamp: timeOf(n) }))),
  )
  const answered = new Map(answers.map(({ body }) => [body.transaction_id, body.velocity_check]))
  const before: number[] = []
  for (const { data } of await profileOf(user_id)) {
    const at = Date.parse(data.transaction.timestamp)
    before.push(at)
    const inHour = before.filter(other => other <= at && other > at - HOUR_MS)
    assert.is(answered.get(data.transaction_id).transactions_1h, inHour.length)
  }
  assert.is(before.length, PARALLEL)
})

test('a transaction requested from all instances, with the id of another user’s too, has one score', async () => {
  for (let round = 0; round < 5; round += 1) {
    const mine = transactionOf({ user_id: `user_${randomUUID()}` })
    const theirs = { ...mine, user_id: `user_${randomUUID()}` }
    const asked = [mine, theirs, mine, theirs, mine, theirs]
    const answers = await Promise.all(asked.map((transaction, n) => score(n, transaction)))
    const fresh = answers.filter(({ status, headers }) => status === 200 && headers.get('idempotent-replayed') === null)
    assert.equal([fresh.length, answers.filter(({ status }) => status === 409).length], [1, 3])
    const events = await Promise.all([mine, theirs].map(({ user_id }) => profileOf(user_id)))
    assert.equal(events.map(({ length }) => length).sort(), [0, 1])
  }
})

test('what was recorded is not entered while its own score may still come', () => {
  const recorded = {
    ...{ type: 'TransactionRecorded', stream: transactionStreams.stream(randomUUID()), id: randomUUID() },
    ...{ revision: 0, at: new Date(NOW).toISOString(), data: {}, metadata: {} },
  }
  const [job] = ingestionProcess.schedule(recorded as never)
  assert.ok((job?.dueInMs ?? 0) > 5_000)
})

test.run()
