import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { profiles } from '#domain/fraud/profile/decider.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import { profilePersonalData } from '#modules/fraud/personal-data.ts'
import { subjectStreamsProjection } from '#projections/subjects/subject-streams.ts'
import { until } from '../../harness/client.ts'
import { findAggregates } from '../../harness/find-aggregates.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { fraudLog, iso, SCORE, transactionOf } from '../../queries/fraud-log.ts'
import { erase, refunded, settlingSoon, subjectReaches } from '../subjects/people.ts'
import { areAsRebuilt } from './rebuilt-alerts.ts'

/** What the audit tells of fraud profiles, and what an erasure takes of them. */
const test = suite('a fraud profile and its person')
const service = await startTestService({}, { modules: settlingSoon() })
const { admin } = service
const { db, execute, now } = service.service
const { client_id } = (await admin.get('/api/auth/me')).body
test.after(service.end)

const person = `Zoe Quixote ${randomUUID()}`
const DEVICE = 'digest-of-a-device'
const MERCHANT = 'digest-of-a-merchant'
const { transaction } = await refunded(admin, person)
const { transaction_id } = transaction
const at = now().getTime() - 3_600_000

function score(user_id: string, tx: string) {
  const told = { tx, at, merchant: MERCHANT, device: DEVICE, base: 12_345 }
  return execute.run(
    profiles,
    profiles.id(client_id, user_id),
    {
      type: 'score',
      ref: { client_id, user_id, transaction_id: tx },
      transaction: { ...transactionOf(told), ip: 'digest-of-an-address' },
      score: { ...SCORE, is_alert: true, risk_factors: ['burst'] },
    },
    {
      ...{ actor: { sub: 'usr_1', client_id, role: 'integrator' }, request_id: 'req', command_id: randomUUID() },
      ...{ correlation_id: 'req', causation_id: null, now: now() },
    },
  )
}

const path = `/audit/fraud-profiles/${encodeURIComponent(person)}`
const record = () =>
  until(
    () => admin.get(path),
    ({ status }) => status === 200,
  )
const figures = async (user_id: string) => {
  const asked = { client_id, user_id, merchant: MERCHANT, device: DEVICE, at: now().getTime() }
  const { merchant, deviceUsers, known } = (await findAggregates({ db }, asked)).aggregates
  return { merchant: merchant!.known.n30d, deviceUsers, own: known.n }
}

test('the audit shows a profile by its user: its size and its scores', async () => {
  await score(person, transaction_id)
  const { body } = await record()
  assert.equal(body.id, profileStreams.id(client_id, person))
  const [line] = body.history
  assert.equal([body.history.length, line.type, body.chain.intact], [1, 'TransactionScored', true])
  const { facts } = line
  const { model_version, score: of, level, velocity, rules, model } = SCORE
  assert.equal(
    [facts.transaction_id, facts.user_id, facts.amount_minor, facts.operation_type, facts.timestamp],
    [transaction_id, person, 12_346, 'payment', iso(at)],
  )
  assert.equal(
    [facts.model_version, facts.score, facts.level, facts.velocity, facts.rules, facts.model, facts.features],
    [model_version, of, level, velocity, rules, model, { version: 1, as_of: null }],
  )
  assert.equal(line.state_after, { transactions: 1, first_transaction_at: iso(at), newest_transaction_at: iso(at) })
  for (const digest of [DEVICE, MERCHANT]) assert.not.ok(JSON.stringify(body).includes(digest), digest)
})

test('another client has no such record', async () => {
  const other = await service.newClient()
  for (const id of [encodeURIComponent(person), profileStreams.id(client_id, person)])
    assert.is((await other.get(`/audit/fraud-profiles/${id}`)).status, 404)
})

test('the person is shown what the profile has of them', async () => {
  const { body } = await until(
    () => admin.get(`/admin/subjects/${encodeURIComponent(person)}/export`),
    ({ body }) => body.data.some(({ family }: { family: string }) => family === 'fraudprofile'),
  )
  const { events } = body.data.find(({ family }: { family: string }) => family === 'fraudprofile')
  assert.equal([events.length, events[0].data.user_id, events[0].data.transaction.device], [1, person, DEVICE])
})

test('after an erasure no response names the user, and aggregates across users still count', async () => {
  await until(
    () => figures(person),
    ({ own }) => own === 1,
  )
  const before = [await figures(person), await figures('somebody else')]
  assert.equal(before, [
    { merchant: 1, deviceUsers: 0, own: 1 },
    { merchant: 1, deviceUsers: 1, own: 0 },
  ])
  const asked = await erase(admin, person)
  assert.is(asked.status, 202, JSON.stringify(asked.body))
  await subjectReaches(admin, person, 'shredded')

  const { body } = await until(record, ({ body }) => !JSON.stringify(body.history).includes(person))
  const [line] = body.history
  const { facts } = line
  assert.equal([facts.user_id, facts.transaction_id, facts.score], ['[erased]', '[erased]', SCORE.score])
  assert.equal([line.state_after.transactions, body.chain.intact], [1, true])
  const { body: exported } = await admin.get(`/admin/subjects/${encodeURIComponent(person)}/export`)
  const profile = exported.data.find(({ family }: { family: string }) => family === 'fraudprofile')
  const { user_id, transaction_id: tx, transaction: held } = profile.events[0].data
  assert.equal([user_id, tx, held.device, held.ip], Array(4).fill('[erased]'))

  const rows = await until(
    () =>
      db.anyFirst(sql.type(z.object({ row: z.string() }))`
        select t::text as row from read.fraud_figures t
        union all select t::text from read.history t where family = 'fraudprofile'`),
    rows => rows.every(row => !row.includes(person)),
  )
  for (const trace of [person, transaction_id, DEVICE, MERCHANT]) assert.not.ok(rows.join('\n').includes(trace), trace)
  assert.equal([await figures(person), await figures('somebody else')], before)
})

test('a person who returns under the same id continues the same profile and is visible again', async () => {
  await score(person, `tx_${randomUUID()}`)
  const { body } = await until(record, ({ body }) => body.history.length === 2)
  assert.equal(
    body.history.map(({ facts }: { facts: { user_id: string } }) => facts.user_id).sort(),
    [person, '[erased]'].sort(),
  )
  assert.is(body.history.at(-1).state_after.transactions, 2)
})

test('a decision after the return names the person, and one from before the erasure does not', async () => {
  const visitor = `Ada Quixote ${randomUUID()}`
  const scored = async () => {
    const told = { ...transaction, transaction_id: `tx_${randomUUID()}`, user_id: visitor, operation_type: 'payment' }
    assert.is((await admin.post('/fraud/score/realtime', { transaction: told })).status, 200)
    return async () => (await admin.get(`/fraud/decisions/${told.transaction_id}`)).body.user_id
  }
  const before = await scored()
  await until(
    () => admin.get(`/audit/fraud-profiles/${encodeURIComponent(visitor)}`),
    ({ status }) => status === 200,
  )
  await erase(admin, visitor)
  await subjectReaches(admin, visitor, 'shredded')
  const after = await scored()
  assert.equal([await before(), await after()], ['[erased]', visitor])
})

test('a batch contains nothing of restricted or erased persons, and its list has no data of them', async () => {
  const visitor = `Eve Quixote ${randomUUID()}`
  const [account_id, fingerprint] = [`account of ${visitor}`, `phone of ${visitor}`]
  const told = (n: number) => ({
    ...{ transaction_id: `${n} of ${visitor}`, user_id: visitor, account_id, amount: 5, currency: 'EUR' },
    ...{ operation_type: 'payment', device: { ip: '203.0.113.7', fingerprint }, timestamp: iso(at + n) },
  })
  await admin.post('/transactions', [told(1), told(2)])
  assert.is((await admin.post('/fraud/score/realtime', { transaction: told(3) })).status, 200)
  const batch = (filters: object) => admin.post('/fraud/score', { filters })
  assert.is((await batch({ user_id: visitor })).body.summary.total, 3)
  const key = transactionStreams.id(client_id, told(1).transaction_id)
  const rowOf = async () => {
    const [row] = await db.anyFirst(sql.type(z.object({ row: z.string() }))`
      select t::text as row from read.fraud_transactions t where transaction_key = ${key}::uuid`)
    return row ?? ''
  }
  await until(rowOf, row => row.includes(',t,,') && /[0-9a-f]{24}/.test(row.replaceAll('-', ' ')))
  await erase(admin, visitor)
  await subjectReaches(admin, visitor, 'shredded')
  await until(rowOf, row => row.includes('[erased]'))
  for (const [filters, code] of [
    [{ user_id: visitor }, 'NOT_FOUND'],
    [{ account_ids: [account_id] }, 'NOT_FOUND'],
    [{ transaction_ids: [told(3).transaction_id] }, 'FRAUD_003'],
    [{ user_id: '[erased]' }, 'NOT_FOUND'],
  ] as const)
    assert.is((await batch(filters)).body.error?.code, code)
  const row = await rowOf()
  assert.not.ok(row.includes(visitor) || /(?<![-0-9a-f])[0-9a-f]{24}/.test(row), row)
  await areAsRebuilt(service, ['fraud_transactions'])
})

test('the link between a stream and its person is written once, regardless of the number of events', () => {
  const streams = subjectStreamsProjection([profilePersonalData])
  const log = fraudLog()
  const next = () => {
    const change = streams.change(log.told({ tx: 'tx_1', at }))
    if (change === null || !('rows' in change)) throw new Error('no row')
    return change.rows[0]!.next
  }
  const row = next()(undefined)
  assert.ok(row !== null && next()(row) === row)
})

test.run()
