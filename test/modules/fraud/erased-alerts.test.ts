import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { rescoringProcess } from '#modules/fraud/rescoring-process.ts'
import { startReceiver } from '#programs/demo/receiver.ts'
import { until } from '../../harness/client.ts'
import { transactionOf } from '../../harness/samples.ts'
import { recordScore } from '../../harness/scores.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { erase, settlingSoon, subjectReaches } from '../subjects/people.ts'
import { areAsRebuilt } from './rebuilt-alerts.ts'

const test = suite('alerts on people who are restricted and erased')
const service = await startTestService({}, { modules: settlingSoon() })
const { admin } = service
const receiver = await startReceiver(await developmentCaOf(service.environment.DATA_DIR!))
test.after(async () => {
  await receiver.close()
  await service.end()
})
const { client_id } = (await admin.get('/api/auth/me')).body
const { body: webhook } = await admin.post('/webhooks', { url: receiver.url, events: ['fraud.*'] })
receiver.useSecret(webhook.secret)
const WORDS = 'she said that her nephew did it'

async function alerted(user_id: string) {
  const transaction = { ...transactionOf(100), user_id }
  await admin.post('/transactions', transaction)
  const { transaction_id } = transaction
  const whose = { client_id, user_id, transaction_id, score: 0.7, at: Date.parse(transaction.timestamp) }
  const alert_id = await recordScore(service.service, whose)
  await until(
    () => admin.get(`/fraud/alerts/${alert_id}`),
    ({ status }) => status === 200,
  )
  await admin.post(`/fraud/alerts/${alert_id}/escalate`, { note: WORDS })
  return { alert_id, transaction_id, at: whose.at }
}
const listed = async () => (await admin.get('/fraud/alerts?status=all')).body.data as Record<string, unknown>[]

test('an alert under a duty to retain is in no list', async () => {
  const { alert_id } = await alerted('retained person')
  assert.is((await listed()).length, 1)
  assert.is((await erase(admin, 'retained person', 'aml_retention')).status, 202)
  await until(listed, alerts => alerts.length === 0)
  const operator = await service.newClient()
  assert.is((await operator.get(`/fraud/alerts/${alert_id}`)).status, 404)
})

test('after the erasure the alert is there, and nothing of the person or of what was written', async () => {
  const { alert_id, transaction_id } = await alerted('erased person')
  assert.is((await admin.get(`/fraud/alerts/${alert_id}`)).body.escalation.note, WORDS)
  assert.is((await erase(admin, 'erased person')).status, 202)
  await subjectReaches(admin, 'erased person', 'shredded')
  const [row] = await until(listed, alerts => alerts.length === 1)
  assert.equal([row?.alert_id, row?.user_id, row?.transaction_id], [alert_id, '[erased]', '[erased]'])
  const { body } = await admin.get(`/fraud/alerts/${alert_id}`)
  assert.equal([body.user_id, body.transaction_id, body.escalation.note], ['[erased]', '[erased]', '[erased]'])
  const decided = await admin.post(`/fraud/alerts/${alert_id}/resolve`, { outcome: 'legitimate', note: 'closed' })
  assert.equal([decided.status, decided.body.status], [200, 'resolved'])
  const { body: events } = await until(
    () => admin.get('/events?type=fraud.resolved'),
    answer => answer.body.data.length === 1,
  )
  const text = JSON.stringify([body, events, (await admin.get(`/audit/fraud-alerts/${alert_id}`)).body])
  for (const gone of ['erased person', transaction_id, WORDS]) assert.not(text.includes(gone), gone)
  const told = await receiver.waitFor('fraud.resolved', 30_000)
  assert.is(JSON.parse(told.body).data.user_id, '[erased]')
  const rows = await service.service.db.any(sql.type(z.object({ row: z.string() }))`
    select a::text as row from read.alerts a where alert_id = ${alert_id}`)
  assert.not(JSON.stringify(rows).includes('erased person'))
})

test('new reports do not rescore alerts of a restricted person', async () => {
  const [kept, free] = [await alerted('kept person'), await alerted('free person')]
  assert.is((await erase(admin, 'kept person', 'aml_retention')).status, 202)
  await subjectReaches(admin, 'kept person', 'retained')
  for (const [user_id, { at }] of [
    ['kept person', kept],
    ['free person', free],
  ] as const)
    await recordScore(service.service, {
      client_id,
      user_id,
      transaction_id: `late of ${user_id}`,
      score: 0.1,
      at: at - 1,
    })
  const typesOf = async ({ alert_id }: { alert_id: string }) =>
    (await service.service.store.read(alertStreams.stream(alert_id))).map(({ type }) => type)
  await until(
    () => typesOf(free),
    types => types.includes('AlertRescored'),
  )
  await until(
    () =>
      service.service.db.anyFirst(sql.type(z.object({ id: z.string() }))`
        select id from ops.due_work where queue = ${rescoringProcess.queue} and due_at < 'infinity'`),
    ids => ids.length === 0,
  )
  assert.equal(await typesOf(kept), ['AlertOpened', 'AlertEscalated'])
})

test('the rebuilt queue has no data of erased persons either', () => areAsRebuilt(service))

test.run()
