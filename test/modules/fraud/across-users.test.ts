import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { velocityAggregates } from '#projections/fraud/velocity-aggregates.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { type Client, until } from '../../harness/client.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

/** What is known of other users, and what a transaction leaves out, as a caller is answered. */
const test = suite('fraud across users, and fields that are left out')
const service = await startTestService()
const { admin } = service
test.after(() => service.end())
const { client_id } = (await admin.get('/api/auth/me')).body
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const AT = Date.now() - DAY_MS
const iso = (at: number) => new Date(at).toISOString()

const entered = (of: string) => sql.unsafe`
  select 1 from read.fraud_transactions where client_id = ${of} and is_entered`

type Told = { user_id: string; at?: number; amount?: number } & Record<string, unknown>
const transactionOf = ({ at = AT, amount = 20, ...more }: Told) => ({
  ...{ transaction_id: `tx_${randomUUID()}`, amount, currency: 'EUR', operation_type: 'payment' },
  ...{ merchant: { id: 'm_1', category: 'shops' }, timestamp: iso(at), ...more },
})

async function score(told: Told, by: Client = admin) {
  const { name: follower, prefixes } = velocityAggregates
  assert.ok(await waitForCheckpoint(service.service, { name: follower, prefixes }, 30_000))
  const { status, body } = await by.post('/fraud/score/realtime', { transaction: transactionOf(told) })
  assert.is(status, 200, JSON.stringify(body))
  return body as { transaction_id: string; fraud_score: number; is_alert: boolean; risk_factors: string[] }
}

const statusOf = async (transaction_id: string) =>
  (await admin.get(`/fraud/alerts/${alertStreams.id(client_id, transaction_id)}`)).body.status

for (const [field, shared, rule] of [
  ['device', { device: { fingerprint: 'shared phone' } }, 'device_known_fraud'],
  ['account_id', { account_id: 'shared account' }, 'account_known_fraud'],
] as const)
  test(`a known fraud counts for the other users of its ${field}, until it is known to be none`, async () => {
    const [victim, next] = [`victim of ${field}`, `next of ${field}`]
    const fraud = await score({ user_id: victim, at: AT - 10 * DAY_MS, ...shared })
    assert.not(fraud.risk_factors.includes(rule))
    const before = await score({ user_id: next, at: AT - 9 * DAY_MS, ...shared })
    assert.not(before.risk_factors.includes(rule))
    const report = (outcome: string, at: number) =>
      admin.post('/fraud/outcomes', { transaction_id: fraud.transaction_id, outcome, reported_at: iso(at) })
    await report('confirmed_fraud', AT - 5 * DAY_MS)
    const after = await score({ user_id: next, ...shared })
    assert.equal([after.risk_factors.includes(rule), after.is_alert, after.fraud_score >= 0.7], [true, true, true])
    await until(
      () => statusOf(after.transaction_id),
      status => status === 'open',
    )
    const own = await score({ user_id: victim, ...shared })
    const other = await score({ user_id: next })
    const elsewhere = await score({ user_id: next, ...shared }, await service.newClient())
    for (const { risk_factors } of [own, other, elsewhere]) assert.not(risk_factors.includes(rule))
    const earlier = await score({ user_id: next, at: AT - 6 * DAY_MS, ...shared })
    assert.not(earlier.risk_factors.includes(rule), 'what became known later')
    await report('legitimate', AT - 4 * DAY_MS)
    assert.not((await score({ user_id: next, at: AT + 1, ...shared })).risk_factors.includes(rule))
  })

test('small amounts of many users on one device within minutes are an alert from the fifth on', async () => {
  const device = { fingerprint: 'a script' }
  const found: Awaited<ReturnType<typeof score>>[] = []
  for (let n = 0; n < 10; n += 1)
    found.push(await score({ user_id: `card ${n}`, at: AT + n * MINUTE_MS * 0.9, amount: 1 + (n % 5), device }))
  assert.equal(
    found.map(({ is_alert }) => is_alert),
    [false, false, false, false, true, true, true, true, true, true],
  )
  assert.equal([found[4]!.risk_factors[0], found[9]!.fraud_score >= 0.9], ['card_testing', true])
  const slow = { fingerprint: 'a till' }
  for (let n = 0; n < 6; n += 1) {
    const { risk_factors } = await score({ user_id: `card ${n}`, at: AT + n * 3 * MINUTE_MS, amount: 2, device: slow })
    assert.not(risk_factors.includes('card_testing'), 'there are four in ten minutes')
  }
})

test("a first transaction above nearly all of the client's first ones is an alert, once there are 200", async () => {
  const bank = await service.newClient()
  const first = (n: number) => transactionOf({ user_id: `first ${n}`, at: AT - DAY_MS + n, amount: 10 + n })
  const rule = 'first_transaction_amount'
  const large = { amount: 250_000, at: AT }
  await bank.post(
    '/transactions',
    Array.from({ length: 198 }, (_, n) => first(n)),
  )
  const own = (await bank.get('/api/auth/me')).body.client_id as string
  await until(
    () => service.service.db.query(entered(own)),
    ({ rows }) => rows.length === 198,
    60_000,
  )
  const early = await score({ user_id: 'early', ...large }, bank)
  assert.equal([early.risk_factors.includes(rule), early.is_alert], [false, false], 'of 198')
  await score({ user_id: 'the 200th', amount: 300 }, bank)
  const usual = await score({ user_id: 'usual', amount: 2_000 }, bank)
  assert.not(usual.risk_factors.includes(rule), 'there was a larger one')
  const late = await score({ user_id: 'late', amount: 260_000 }, bank)
  assert.equal([late.risk_factors.includes(rule), late.is_alert], [true, true])
  const second = await score({ user_id: 'usual', amount: 400_000, at: AT + 1 }, bank)
  assert.not(second.risk_factors.includes(rule))
})

test('an omitted field counts as unseen if the user usually names it, and is neutral otherwise', async () => {
  const device = { fingerprint: 'own', ip: '203.0.113.7' }
  const [naming, silent, own] = [`naming ${randomUUID()}`, `silent ${randomUUID()}`, `own ${randomUUID()}`]
  // Each pays a shop of their own: what others pay there would count.
  const of = (user_id: string) => ({ user_id, merchant: { id: `shop of ${user_id}` } })
  for (let n = 0; n < 6; n += 1) {
    const at = AT - (20 - n) * DAY_MS
    for (const user_id of [naming, own]) await score({ ...of(user_id), at, device })
    await score({ ...of(silent), at })
  }
  const named = await score({ ...of(own), device })
  const never = await score(of(silent))
  assert.equal([never.fraud_score, never.risk_factors], [named.fraud_score, named.risk_factors])
  const transfer = { operation_type: 'transfer', amount: 900, merchant: null }
  const unseen = await score({
    user_id: own,
    at: AT + 1,
    device: { fingerprint: 'new', ip: '198.51.100.4' },
    ...transfer,
  })
  const left = await score({ user_id: naming, at: AT + 1, ...transfer })
  assert.ok(left.fraud_score >= 0.7 && left.is_alert, `${left.fraud_score}`)
  for (const { risk_factors } of [unseen, left]) assert.is(risk_factors[0], 'new_device_large_transfer')
  const silently = await score({ user_id: silent, at: AT + 1, ...transfer })
  for (const code of ['new_device_large_transfer', 'device_risk', 'merchant_risk'])
    assert.not(silently.risk_factors.includes(code), code)
})

test.run()
