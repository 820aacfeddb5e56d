import * as assert from 'uvu/assert'
import { fill } from '#programs/demo/fill.ts'
import { sampleUpTo } from '#programs/demo/sample.ts'
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
  await fill({ url: service.url, login: ADMIN }, AbortSignal.timeout(120_000))
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

test.run()
