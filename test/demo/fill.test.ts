import * as assert from 'uvu/assert'
import { fill } from '#programs/demo/fill/fill.ts'
import { sampleUpTo } from '#programs/demo/fill/sample.ts'
import { until } from '../harness/client.ts'
import { ADMIN, startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

const test = suite('a sandbox that is filled')
const service = await startTestService()
test.after(() => service.end())
const NOW = Date.UTC(2026, 0, 31, 12, 0, 0, 7)

test('a sample is in the order of its time, up to now, and no outcome precedes its transaction', () => {
  const told = sampleUpTo(NOW, 'demo')
  assert.equal(told, sampleUpTo(NOW, 'demo'))
  assert.not.equal(told, sampleUpTo(NOW, 'demo', 2))
  const made = new Map<string, number>()
  for (const [index, one] of told.entries()) {
    assert.ok(one.at <= NOW && one.at >= (told[index - 1]?.at ?? 0))
    if ('transaction' in one) {
      assert.not(made.has(one.transaction.transaction_id))
      assert.is(Date.parse(one.transaction.timestamp), one.at)
      made.set(one.transaction.transaction_id, one.at)
    } else {
      assert.is(Date.parse(one.outcome.reported_at), one.at)
      assert.ok(one.at > made.get(one.outcome.transaction_id)!)
    }
  }
  assert.ok(made.size > 200 && told.length > made.size)
})

test('it is scored and opens alerts; those are resolved of which it became known what they were', async () => {
  assert.ok(await fill({ url: service.url, login: ADMIN }, AbortSignal.timeout(120_000)), 'nothing was refused')
  const all = (query: string) => service.admin.get(`/fraud/alerts?limit=200&${query}`)
  const resolved = await until(
    () => all('status=resolved'),
    ({ body }) => body.data.length > 3,
    20_000,
  )
  for (const { outcome } of resolved.body.data) assert.is(outcome, 'confirmed_fraud')
  const open = (await all('status=unresolved')).body.data
  assert.ok(open.length > 0, 'something is left to do')
})

test('each page of the console has records', async () => {
  const { admin } = service
  const refunds = await until(
    () => admin.get('/refund/list?page_size=100'),
    ({ body }) => {
      const states = body.data.map(({ status }: { status: string }) => status)
      return ['completed', 'failed', 'cancelled', 'voided'].every(state => states.includes(state))
    },
    20_000,
  )
  const { webhook_id } = (await admin.get('/webhooks')).body.data[0]
  const failed = await until(
    () => admin.get(`/webhooks/${webhook_id}/deliveries`),
    ({ body }) => body.data.some(({ attempts }: { attempts: number }) => attempts > 0),
    20_000,
  )
  assert.ok(failed.body.data.length > 0)
  const countOf = async (path: string) => {
    const { status, body, text } = await admin.get(path)
    assert.is(status, 200, text)
    return body.data.length as number
  }
  assert.is(await countOf('/reconciliation/flags?status=open'), 1)
  assert.is(await countOf('/sms/analyses'), 3)
  assert.is(await countOf('/detections'), 4)
  const { transaction_id } = (await admin.get(`/refund/${refunds.body.data[0].refund_id}`)).body as Record<
    string,
    string
  >
  const [name] = /^demo_\d+/.exec(transaction_id ?? '')!
  const user_id = `${name}_user_0`
  assert.is(await countOf(`/notifications/devices?user_id=${user_id}`), 1)
  assert.ok((await countOf(`/notifications/history?user_id=${user_id}`)) > 0)
  const subject = async (n: number) => (await admin.get(`/admin/subjects/${name}_user_${n}`)).body.status
  assert.match(await subject(18), /^shred/)
  assert.match(await subject(19), /^(restricted|retained)$/)
})

test.run()
