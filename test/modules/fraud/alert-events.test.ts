import * as assert from 'uvu/assert'
import { rescoreAlert } from '#commands/fraud/rescore-alert.ts'
import { resolveAlertByRule } from '#commands/fraud/resolve-alert-by-rule.ts'
import { sampleData } from '#domain/webhooks/sample-events.ts'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { ALERT_EVENTS } from '#modules/fraud/alert-schemas.ts'
import { startReceiver } from '#programs/demo/receiver.ts'
import { rescore } from '../../domain/fraud/alert-samples.ts'
import { until } from '../../harness/client.ts'
import { contextOf, recordScore } from '../../harness/scores.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('fraud events at an endpoint')
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
const AT = Date.UTC(2026, 0, 31, 12)

type Envelope = { type: string; data: Record<string, unknown>; metadata: { sequence: number } }

/** Everything that was delivered of a transaction, in the order of its sequence; verified, each once. */
async function delivered(transaction_id: string, count: number): Promise<Envelope[]> {
  const of = () => {
    const bodies = receiver.deliveries.map(({ body, verified }) => ({ ...(JSON.parse(body) as Envelope), verified }))
    return bodies.filter(({ data }) => data.transaction_id === transaction_id)
  }
  const found = await until(
    async () => of(),
    envelopes => envelopes.length >= count,
  )
  for (const { verified } of found) assert.ok(verified)
  return found.sort((a, b) => a.metadata.sequence - b.metadata.sequence)
}

const scored = (transaction_id: string, score: number, at = AT, user_id = transaction_id) =>
  recordScore(service.service, { client_id, user_id, transaction_id, score, at, amount_minor: 125_050 })

test('fraud.detected has the fields of the spec and no other, and a score of 0.85 also sends fraud.escalated', async () => {
  const alert_id = await scored('tx_1', 0.92)
  const { body: alert } = await until(
    () => admin.get(`/fraud/alerts/${alert_id}`),
    ({ status }) => status === 200,
  )
  const [detected, escalated, ...more] = await delivered('tx_1', 2)
  const data = {
    ...{ object: 'fraud_alert', transaction_id: 'tx_1', user_id: 'tx_1', fraud_score: 0.92, fraud_level: 'critical' },
    ...{ amount: 1250.5, currency: 'EUR', risk_factors: ['amount_unusual'], recommendation: 'deny' },
    detected_at: alert.detected_at,
  }
  assert.equal([detected?.type, detected?.metadata.sequence, detected?.data], ['fraud.detected', 1, data])
  const { escalated_at } = alert.escalation
  assert.equal(
    [escalated?.type, escalated?.data],
    ['fraud.escalated', { ...data, id: alert_id, alert_id, reason: 'score_threshold', escalated_at }],
  )
  assert.equal(more, [])
})

test('decisions of analysts and later scores are sent, without notes', async () => {
  const alert_id = await scored('tx_2', 0.7)
  await delivered('tx_2', 1)
  const whose = { client_id, transaction_id: 'tx_2' }
  await rescoreAlert(service.service, contextOf(client_id), whose, rescore(0.8, 'high').assessed)
  await admin.post(`/fraud/alerts/${alert_id}/assign`)
  await admin.post(`/fraud/alerts/${alert_id}/escalate`, { note: 'in my words' })
  await admin.post(`/fraud/alerts/${alert_id}/resolve`, { outcome: 'confirmed_fraud', note: 'in my words' })
  await admin.post(`/fraud/alerts/${alert_id}/reopen`, { note: 'in my words' })
  const ruling = { rule: 'outcome_reported', outcome: 'legitimate' } as const
  await resolveAlertByRule(service.service, contextOf(client_id), whose, ruling)
  const told = await delivered('tx_2', 5)
  assert.equal(
    told.map(({ type, metadata, data }) => [type, metadata.sequence, data.fraud_score]),
    [
      ['fraud.detected', 1, 0.7],
      ['fraud.score_updated', 2, 0.8],
      ['fraud.escalated', 4, 0.8],
      ['fraud.resolved', 5, 0.8],
      ['fraud.resolved', 7, 0.8],
    ],
  )
  const [, updated, escalated, resolved, ruled] = told.map(({ data }) => data)
  assert.equal([updated?.previous_score, updated?.risk_factors], [0.7, ['merchant_risk']])
  assert.is(escalated?.reason, 'analyst')
  assert.equal([resolved?.resolution, resolved?.resolved_by], ['confirmed_fraud', 'analyst'])
  assert.equal([ruled?.resolution, ruled?.resolved_by], ['legitimate', 'rule'])
  assert.not(JSON.stringify(told).includes('in my words'))
  for (const { type, data } of told)
    assert.equal(ALERT_EVENTS[type as keyof typeof ALERT_EVENTS].strict().parse(data), data)
})

test('the third alert of a user within a day is escalated as a pattern', async () => {
  await scored('tx_3', 0.7, AT, 'user')
  await scored('tx_4', 0.7, AT + 3_600_000, 'user')
  await scored('tx_5', 0.7, AT + 86_399_999, 'user')
  const told = await delivered('tx_5', 2)
  assert.equal([told[1]?.type, told[1]?.data.reason], ['fraud.escalated', 'pattern_match'])
  for (const id of ['tx_3', 'tx_4']) assert.is((await delivered(id, 1)).length, 1)
})

test('a score below the threshold sends no event, and events that were sent are listed', async () => {
  await scored('tx_6', 0.5999)
  await scored('tx_7', 0.6)
  await delivered('tx_7', 1)
  assert.not(receiver.deliveries.some(({ body }) => body.includes('tx_6')))
  const { body } = await admin.get('/events?type=fraud.resolved')
  assert.is(body.data.length, 2, JSON.stringify(body))
})

test('a transaction without an alert has none to rescore or resolve', async () => {
  const nowhere = { client_id, transaction_id: 'tx_6' }
  const context = contextOf(client_id)
  assert.is(await rescoreAlert(service.service, context, nowhere, rescore(0.8, 'high').assessed), null)
  const ruling = { rule: 'outcome_reported', outcome: 'legitimate' } as const
  assert.is(await resolveAlertByRule(service.service, context, nowhere, ruling), null)
})

test('samples match the schemas exactly', () => {
  for (const [type, schema] of Object.entries(ALERT_EVENTS)) {
    const data = sampleData(type as keyof typeof ALERT_EVENTS, new Date())
    assert.equal(schema.strict().parse(data), data)
  }
})

test.run()
