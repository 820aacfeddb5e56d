import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { ALERT_EVENTS } from '#modules/fraud/alert-schemas.ts'
import { startReceiver } from '#programs/demo/receiver.ts'
import { until } from '../../harness/client.ts'
import { refundOf } from '../../harness/samples.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('alerts and what becomes known')
const service = await startTestService()
const { admin } = service
const receiver = await startReceiver(await developmentCaOf(service.environment.DATA_DIR!))
test.after(async () => {
  await receiver.close()
  await service.end()
})
const { client_id } = (await admin.get('/api/auth/me')).body
const { body: webhook } = await admin.post('/webhooks', { url: receiver.url, events: ['fraud.*'] })
receiver.useSecret(webhook.secret)
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A Wednesday at noon: the hour and the weekday are parts of a score. */
const AT = wednesdayNoon(Date.now() - 20 * DAY_MS)
const iso = (at: number) => new Date(at).toISOString()

function wednesdayNoon(before: number): number {
  const noon = Math.floor(before / DAY_MS) * DAY_MS - DAY_MS / 2
  return noon - ((new Date(noon).getUTCDay() + 4) % 7) * DAY_MS
}

type Told = { user_id: string; at: number; merchant?: object; amount?: number; device?: object }
const transactionOf = ({ at, merchant = { id: 'm_1' }, amount = 20, ...more }: Told) => ({
  ...{ transaction_id: `tx_${randomUUID()}`, amount, currency: 'EUR', operation_type: 'payment' },
  ...{ merchant, timestamp: iso(at), ...more },
})
async function score(told: Told) {
  const { status, body } = await admin.post('/fraud/score/realtime', { transaction: transactionOf(told) })
  assert.is(status, 200, JSON.stringify(body))
  return body as { transaction_id: string; fraud_score: number; is_alert: boolean }
}
const alertOf = async (transaction_id: string) =>
  (await admin.get(`/fraud/alerts/${alertStreams.id(client_id, transaction_id)}`)).body
const report = (transaction_id: string, outcome: string, at: number) =>
  admin.post('/fraud/outcomes', { transaction_id, outcome, reported_at: iso(at) })
/** In one request: an alert is scored again once for what becomes known together. */
const reportAll = (reported: { transaction_id: string }[], outcome: string, at: number) =>
  admin.post(
    '/fraud/outcomes',
    reported.map(({ transaction_id }) => ({ transaction_id, outcome, reported_at: iso(at) })),
  )
const typesOf = async (transaction_id: string) => {
  const events = await service.service.store.read(alertStreams.stream(alertStreams.id(client_id, transaction_id)))
  return events.map(({ type }) => type).join(' ')
}

const causesOf = async (transaction_id: string) => {
  const events = await service.service.store.read(alertStreams.stream(alertStreams.id(client_id, transaction_id)))
  return events.map(alertStreams.parse).flatMap(({ type, data }) => (type === 'AlertRescored' ? [data.cause] : []))
}

type Envelope = { type: string; data: Record<string, unknown>; metadata: { sequence: number } }
async function delivered(transaction_id: string, type: string): Promise<Envelope> {
  const found = await until(
    async () =>
      receiver.deliveries
        .map(({ body, verified }) => ({ ...(JSON.parse(body) as Envelope), verified }))
        .filter(one => one.data.transaction_id === transaction_id && one.type === type),
    envelopes => envelopes.length > 0,
  )
  assert.equal([found.length, found[0]!.verified], [1, true])
  return found[0]!
}

/** Five payments within ten minutes, of which the last one is an alert; answers all of them. */
async function burst(user_id: string, at = AT) {
  const scored: Awaited<ReturnType<typeof score>>[] = []
  for (let n = 4; n >= 0; n -= 1) scored.push(await score({ user_id, at: at - n * MINUTE_MS }))
  assert.equal(
    scored.map(({ is_alert }) => is_alert),
    [false, false, false, false, true],
  )
  await until(
    () => alertOf(scored[4]!.transaction_id),
    ({ status }) => status === 'open',
  )
  return scored
}

type Alert = Awaited<ReturnType<typeof alertOf>>
const scoreOf = (status: string, isIt: (score: number) => boolean) => (alert: Alert) =>
  alert.status === status && isIt(alert.fraud_score)
/** Long enough for what was armed to be done. */
const settled = () => new Promise(resolve => setTimeout(resolve, 2_500))

/** Of this category every transaction is an alert, whatever its score. */
const WATCHED = 'watched'
await admin.send('PUT', '/fraud/policy', { alert_thresholds: { by_category: { [WATCHED]: 0 } } })
const merchantOf = () => ({ id: `m_${randomUUID()}`, category: WATCHED })
/** Small payments of a user with a merchant that nobody else knows, and then a large one; of each there is an alert. */
async function watched(merchant: object) {
  const user_id = `user_${randomUUID()}`
  const small: Awaited<ReturnType<typeof score>>[] = []
  for (const days of [20, 15, 10, 5, 1]) small.push(await score({ user_id, at: AT - days * DAY_MS, merchant }))
  const large = await score({ user_id, at: AT, merchant, amount: 200, device: { fingerprint: randomUUID() } })
  for (const { transaction_id } of [...small, large])
    await until(
      () => alertOf(transaction_id),
      ({ status }) => status === 'open',
    )
  return { user_id, small, large }
}

test('outcomes of other transactions of the user change an alert, and never what was recorded', async () => {
  const merchant = merchantOf()
  const { large: stranger } = await watched(merchant)
  const { small, large } = await watched(merchant)
  const reported = small.slice(0, 2)
  const id = large.transaction_id
  const recorded = (await admin.get(`/fraud/decisions/${id}`)).body
  const before = await alertOf(id)
  assert.ok(before.fraud_score < 0.3, `${before.fraud_score}`)
  await reportAll(reported, 'chargeback', AT + DAY_MS)
  const after = await until(
    () => alertOf(id),
    scoreOf('open', score => score > before.fraud_score + 0.05),
  )
  assert.ok(after.risk_factors.includes('merchant_risk'), `${after.fraud_score} ${after.risk_factors}`)
  const { type, data } = await delivered(id, 'fraud.score_updated')
  const told = { previous_score: before.fraud_score, fraud_score: after.fraud_score, fraud_level: after.fraud_level }
  assert.equal(data, {
    ...{
      object: 'fraud_alert',
      id: after.alert_id,
      alert_id: after.alert_id,
      transaction_id: id,
      user_id: after.user_id,
    },
    ...{
      ...told,
      amount: 200,
      currency: 'EUR',
      risk_factors: after.risk_factors,
      recommendation: after.recommendation,
    },
    ...{ detected_at: after.detected_at, updated_at: after.updated_at },
  })
  assert.equal(ALERT_EVENTS[type as 'fraud.score_updated'].strict().parse(data), data)
  await settled()
  assert.is(await typesOf(id), 'AlertOpened AlertRescored')
  assert.equal((await admin.get(`/fraud/decisions/${id}`)).body, recorded)
  assert.is(await typesOf(stranger.transaction_id), 'AlertOpened', 'alerts of others wait for their own cause')
  // Their own outcomes resolved the other two, and did not score them anew.
  for (const { transaction_id } of reported)
    await until(
      () => typesOf(transaction_id),
      types => types === 'AlertOpened AlertResolved',
    )

  // A lower score closes no alert, also where it is below the threshold.
  await admin.send('PUT', '/fraud/policy', { alert_thresholds: { by_category: { [WATCHED]: 0.99 } } })
  await reportAll(reported, 'legitimate', AT + 2 * DAY_MS)
  const cleared = await until(
    () => alertOf(id),
    scoreOf('open', score => score < after.fraud_score - 0.05),
  )
  assert.ok(Math.abs(cleared.fraud_score - before.fraud_score) < 0.01, `${cleared.fraud_score}`)
  await settled()
  const types = (await typesOf(id)).split(' ')
  assert.equal([types[0], new Set(types.slice(1))], ['AlertOpened', new Set(['AlertRescored'])])
  assert.equal(new Set(await causesOf(id)), new Set(['outcomes']))
  await admin.send('PUT', '/fraud/policy', { alert_thresholds: { by_category: { [WATCHED]: 0 } } })
})

test('a harmless late payment of the user leaves an alert as it is, however new its merchant is', async () => {
  const { user_id, large } = await watched(merchantOf())
  const before = await alertOf(large.transaction_id)
  await score({ user_id, at: AT - 12 * DAY_MS, merchant: { id: `m_${randomUUID()}` } })
  await settled()
  const after = await alertOf(large.transaction_id)
  assert.equal([after.status, await typesOf(large.transaction_id)], ['open', 'AlertOpened'])
  assert.is(after.fraud_score, before.fraud_score)
})

test('a refund of a confirmed fraud and its cancellation do so too', async () => {
  const merchant = merchantOf()
  const { user_id, small, large } = await watched(merchant)
  const { transaction_id } = large
  const before = await alertOf(transaction_id)
  const request = refundOf({ ...small[0]!, user_id, currency: 'EUR' } as never, 10)
  const { body } = await admin.requestRefund({ ...request, refund: { ...request.refund, reason: 'confirmed_fraud' } })
  const after = await until(
    () => alertOf(transaction_id),
    scoreOf('open', score => score > before.fraud_score + 0.05),
  )
  const voided = await admin.post(`/refund/${body.refund_id}/void`, { reason: 'fraud_not_confirmed' })
  assert.is(voided.status, 200, JSON.stringify(voided.body))
  await until(
    () => alertOf(transaction_id),
    scoreOf('open', score => score < after.fraud_score - 0.05),
  )
})

test('transactions that come late raise an alert and escalate it; what comes in its time does not', async () => {
  const user_id = `user_${randomUUID()}`
  const alert = (await burst(user_id)).at(-1)!.transaction_id
  await score({ user_id, at: AT + 1 })
  await settled()
  assert.is(await typesOf(alert), 'AlertOpened')
  for (let n = 1; n <= 5; n += 1) await score({ user_id, at: AT - 90_000 - n })
  await until(
    () => alertOf(alert),
    scoreOf('escalated', score => score >= 0.9),
  )
  const { data } = await delivered(alert, 'fraud.score_updated')
  assert.equal([data.previous_score, data.fraud_level], [0.65, 'critical'])
  assert.is((await delivered(alert, 'fraud.escalated')).data.reason, 'score_threshold')
  assert.is(await typesOf(alert), 'AlertOpened AlertRescored AlertEscalated')
  assert.equal(await causesOf(alert), ['transactions'])
})

test('a late transaction that was only recorded counts too', async () => {
  const user_id = `user_${randomUUID()}`
  const alert = (await burst(user_id)).at(-1)!.transaction_id
  const late = [1, 2, 3, 4, 5].map(n => transactionOf({ user_id, at: AT - 90_000 - n }))
  assert.is((await admin.post('/transactions', late)).status, 201)
  await until(
    () => alertOf(alert),
    scoreOf('escalated', score => score >= 0.9),
  )
})

test('an outcome of its own transaction resolves an alert, once, and a newer one corrects it', async () => {
  const id = (await burst(`user_${randomUUID()}`)).at(-1)!.transaction_id
  await report(id, 'chargeback', AT + DAY_MS)
  const resolved = await until(
    () => alertOf(id),
    ({ status }) => status === 'resolved',
  )
  const { outcome, rule, note, resolved_by } = resolved.resolution
  assert.equal([outcome, rule, note, resolved_by], ['confirmed_fraud', 'outcome_reported', null, 'fraud-outcomes'])
  const { type, data } = await delivered(id, 'fraud.resolved')
  assert.equal(
    [data.resolution, data.resolved_by, data.resolved_at],
    ['confirmed_fraud', 'rule', resolved.resolution.resolved_at],
  )
  assert.equal(ALERT_EVENTS[type as 'fraud.resolved'].strict().parse(data), data)
  // Older than what stands: it changes nothing.
  await report(id, 'legitimate', AT + 1)
  await settled()
  assert.is(await typesOf(id), 'AlertOpened AlertResolved')
  await report(id, 'legitimate', AT + 2 * DAY_MS)
  await until(
    () => alertOf(id),
    ({ resolution }) => resolution?.outcome === 'legitimate',
  )
  const alert_id = alertStreams.id(client_id, id)
  assert.is((await admin.post(`/fraud/alerts/${alert_id}/reopen`, { note: 'the user called' })).status, 200)
  await report(id, 'confirmed_fraud', AT + DAY_MS)
  await settled()
  assert.is((await alertOf(id)).status, 'reopened', 'what stands resolved it before')
  assert.is(
    (await admin.post(`/fraud/alerts/${alert_id}/resolve`, { outcome: 'legitimate', note: 'it was them' })).status,
    200,
  )
  await report(id, 'chargeback', AT + 3 * DAY_MS)
  await settled()
  assert.equal((await alertOf(id)).resolution.rule, null, 'what an analyst decided stays')
  assert.is(await typesOf(id), 'AlertOpened AlertResolved AlertResolved AlertReopened AlertResolved')
})

test('an outcome that is there before its alert resolves that as it opens', async () => {
  const told = { user_id: `user_${randomUUID()}`, at: AT, merchant: merchantOf() }
  const transaction = transactionOf(told)
  const { transaction_id } = transaction
  await admin.post('/transactions', transaction)
  await report(transaction_id, 'legitimate', AT + 1)
  await admin.post('/fraud/score/realtime', { transaction })
  const { resolution } = await until(
    () => alertOf(transaction_id),
    ({ status }) => status === 'resolved',
  )
  assert.equal([resolution.outcome, resolution.rule], ['legitimate', 'outcome_reported'])
  assert.is((await delivered(transaction_id, 'fraud.resolved')).data.resolution, 'legitimate')
})

test.run()
