import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { type Client, logIn, until } from '../harness/client.ts'
import { ACCOUNTS } from '../harness/samples.ts'
import { recordScore } from '../harness/scores.ts'
import { ADMIN, startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'
import { areAsRebuilt } from './fraud/rebuilt-alerts.ts'
import { erase, reaches, refunded, settlingSoon, subjectReaches } from './subjects/people.ts'

const test = suite('statistics over HTTP')
const service = await startTestService({}, { modules: settlingSoon() })
test.after(() => service.end())
const { admin } = service
const other = await service.newClient()
const { client_id } = (await admin.get('/api/auth/me')).body

type Entry = { status: string; level?: string; outcome?: string | null; count: number; amounts?: object[] }
const PATHS = ['/refund/statistics', '/fraud/alerts/statistics', '/webhooks/statistics'] as const
const HOUR_MS = 3_600_000
const around = () => ({
  since: new Date(Date.now() - HOUR_MS).toISOString(),
  until: new Date(Date.now() + HOUR_MS).toISOString(),
})
const ask = (caller: Client, path: string, query: object) => caller.get(`${path}?${new URLSearchParams({ ...query })}`)
const statistics = (caller: Client, path: string) => ask(caller, path, { ...around(), step: 'hour' })
const countOf = (body: { total: { entries: Entry[] } }, status: string) =>
  body.total.entries.filter(entry => entry.status === status).reduce((sum, { count }) => sum + count, 0)

test('of refunds have entries, amounts and durations, for their own client only', async () => {
  const [paid, failed] = [
    await refunded(admin, 'user_paid'),
    await refunded(admin, 'user_failed', { account: ACCOUNTS.closed }),
  ]
  await reaches(admin, paid.refund_id, 'completed')
  await reaches(admin, failed.refund_id, 'failed')
  const { body } = await until(
    () => statistics(admin, '/refund/statistics'),
    ({ body }) => countOf(body, 'completed') === 1 && countOf(body, 'failed') === 1,
  )
  const amounts = [{ currency: 'EUR', amount: 10 }]
  assert.equal(body.total.entries, [
    { status: 'pending', count: 2, amounts: [{ currency: 'EUR', amount: 20 }] },
    { status: 'processing', count: 2, amounts: [{ currency: 'EUR', amount: 20 }] },
    { status: 'completed', count: 1, amounts },
    { status: 'failed', count: 1, amounts },
  ])
  const { completion, created_at } = (await admin.get(`/refund/${paid.refund_id}`)).body
  const seconds = (Date.parse(completion.completed_at) - Date.parse(created_at)) / 1_000
  const { count, p50_seconds } = body.total.time_to_completion
  assert.ok(count === 1 && Math.abs(p50_seconds - seconds) <= seconds * 0.05, `${p50_seconds} s, exactly ${seconds}`)
  assert.ok(body.steps.length >= 2 && body.steps.length <= 3)
  const { body: foreign } = await statistics(other, '/refund/statistics')
  assert.equal(foreign.total.entries, [])
})

test('of refunds keep those of restricted and of erased people', async () => {
  const { body: before } = await statistics(admin, '/refund/statistics')
  assert.ok((await erase(admin, 'user_paid', 'aml_retention')).status < 300)
  await subjectReaches(admin, 'user_paid', 'retained')
  assert.ok((await erase(admin, 'user_failed')).status < 300)
  await subjectReaches(admin, 'user_failed', 'shredded')
  const hidden = () => admin.get('/refund/list')
  await until(hidden, ({ body }) => body.data.length === 1)
  assert.equal((await statistics(admin, '/refund/statistics')).body.total, before.total)
  await areAsRebuilt(service, ['refunds'])
})

test('of alerts have level, outcome and time to resolution, also after a second resolution', async () => {
  const alertOf = (score: number) =>
    recordScore(service.service, {
      ...{ client_id, user_id: randomUUID(), transaction_id: randomUUID(), score, at: Date.UTC(2026, 0, 1) },
    })
  const [high, critical] = [await alertOf(0.7), await alertOf(0.9)]
  const is = (status: number) => (answer: { status: number }) => answer.status === status
  await until(() => admin.get(`/fraud/alerts/${critical}`), is(200))
  const post = async (action: string, body: object) =>
    assert.is((await until(() => admin.post(`/fraud/alerts/${high}/${action}`, body), is(200))).status, 200)
  await post('resolve', { outcome: 'legitimate', note: 'known device' })
  await post('reopen', { note: 'reported since' })
  await post('resolve', { outcome: 'confirmed_fraud', note: 'the customer confirmed it' })
  const { body } = await until(
    () => statistics(admin, '/fraud/alerts/statistics'),
    ({ body }) => countOf(body, 'resolved') === 2 && countOf(body, 'escalated') === 1,
  )
  assert.equal(body.total.entries, [
    { status: 'open', level: 'high', outcome: null, count: 1 },
    { status: 'open', level: 'critical', outcome: null, count: 1 },
    { status: 'escalated', level: 'critical', outcome: null, count: 1 },
    { status: 'reopened', level: 'high', outcome: null, count: 1 },
    { status: 'resolved', level: 'high', outcome: 'confirmed_fraud', count: 1 },
    { status: 'resolved', level: 'high', outcome: 'legitimate', count: 1 },
  ])
  const { count, p95_seconds } = body.total.time_to_resolution
  assert.ok(count === 2 && p95_seconds > 0 && p95_seconds < 60, `${p95_seconds} s`)
  assert.equal((await statistics(other, '/fraud/alerts/statistics')).body.total.entries, [])
  await areAsRebuilt(service)
})

test('refuse what they cannot answer, by field, and callers without the scope', async () => {
  const [since, end] = ['2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z']
  for (const path of PATHS) {
    const refusedField = async (query: object) => {
      const { status, body } = await ask(admin, path, query)
      return [status, body.error_code, body.details?.field]
    }
    const invalid = (field: string) => [400, 'INVALID_REQUEST', field]
    assert.equal(await refusedField({ since, until: end, step: 'hour' }), invalid('since'), 'more than 1,000 steps')
    assert.equal(await refusedField({ since: end, until: since, step: 'day' }), invalid('since'))
    assert.equal(await refusedField({ since, step: 'day' }), invalid('until'))
    assert.equal(await refusedField({ since, until: end, step: 'week' }), invalid('step'))
    assert.equal(await refusedField({ since: 'yesterday', until: end, step: 'day' }), invalid('since'))
    assert.equal(await refusedField({ since, until: end, step: 'day', user_id: 'user_paid' }), invalid('user_id'))
    assert.is((await ask(admin, path, { since, until: end, step: 'day' })).status, 200)
    const email = `consumer.${randomUUID()}@bank.example`
    await admin.post('/admin/users', { email, role: 'consumer', password: ADMIN.password })
    const consumer = await logIn(service.url, email, ADMIN.password)
    assert.is((await ask(consumer, path, { since, until: end, step: 'day' })).status, 403)
  }
})

test.run()
