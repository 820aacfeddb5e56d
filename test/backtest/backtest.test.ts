import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { FEATURE_NAMES } from '#domain/fraud/features.ts'
import { toOnnx } from '#ml/trees/onnx.ts'
import { type Client, client } from '../harness/client.ts'
import { repeatedProgram, runProgram } from '../harness/run-program.ts'
import { refundOf } from '../harness/samples.ts'
import { startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

const test = suite('the backtest')
const service = await startTestService()
const { admin, environment } = service
const PROGRAM = 'src/programs/backtest/main.ts'
const program = repeatedProgram(PROGRAM)
test.after(async () => {
  program.stop()
  await service.end()
})

const { DATA_DIR = '' } = environment
const backtest = (...words: string[]) => program.run(words, { DATA_DIR })
/** Once with success and once without: each start costs seconds. */
const typed = (...words: string[]) => runProgram(PROGRAM, words, { DATA_DIR })

/** By the first cell: what stands in the columns live and candidate. */
function tableOf(stdout: string): Record<string, [string, string]> {
  const lines = stdout.matchAll(/^\| ([^|]*?) +\| ([^|]*?) +\| ([^|]*?) +\|$/gm)
  return Object.fromEntries(Array.from(lines, ([, what, live, candidate]) => [what!, [live!, candidate!]]))
}
const file = (name: string, content: string | Uint8Array) => {
  const path = join(DATA_DIR, name)
  writeFileSync(path, content)
  return path
}
/** Answers the same whatever it is asked. */
const constant = (name: string, bias: number) =>
  file(name, toOnnx({ features: FEATURE_NAMES, bias, trees: [] }, { version: 'v9.0.0', features_version: '1' }))

const AT = Date.now() - 3_600_000
let sent = 0
async function score(more: Record<string, unknown>, by: Client) {
  sent += 1
  const transaction = {
    ...{
      transaction_id: `tx_${sent}`,
      user_id: `user_${sent}`,
      amount: 10,
      currency: 'EUR',
      operation_type: 'payment',
    },
    ...{ merchant: { id: 'm_1', category: 'grocery' }, timestamp: new Date(AT + sent).toISOString() },
    ...more,
  }
  const { status, body } = await by.post('/fraud/score/realtime', { transaction })
  assert.is(status, 200, JSON.stringify(body))
  return { ...transaction, ...body } as typeof transaction & { is_alert: boolean; fraud_score: number }
}
async function report(transaction: Awaited<ReturnType<typeof score>>, by: Client) {
  const refund = { ...refundOf(transaction as never, transaction.amount), reason: 'confirmed_fraud' }
  const body = { ...refund, refund: { ...refund.refund, reason: 'confirmed_fraud' } }
  const { status, body: answer } = await by.post('/refund/request', body, { 'Idempotency-Key': randomUUID() })
  assert.is(status, 201, JSON.stringify(answer))
  return answer.refund_id as string
}

const STRETCH = [
  '--from',
  new Date(Date.now() - 60_000).toISOString(),
  '--to',
  new Date(Date.now() + 600_000).toISOString(),
]

test('the model that is served decides as it did, and frauds are those that are known by now', async () => {
  const unnamed = await typed(...STRETCH)
  assert.equal([unnamed.status, unnamed.stdout], [1, ''])
  assert.match(unnamed.stderr, /^no score was recorded in that time$/m)
  // A burst of one user is an alert by rule, whatever the model says; the last two of them are.
  const burst = []
  for (let n = 0; n < 6; n += 1) burst.push(await score({ user_id: 'busy', amount: 100 }, admin))
  const quiet = [await score({}, admin), await score({ amount: 20 }, admin), await score({ amount: 5_000 }, admin)]
  const alerts = [...burst, ...quiet].filter(({ is_alert }) => is_alert)
  assert.ok(burst[5]!.is_alert && !quiet[0]!.is_alert && !quiet[1]!.is_alert)
  await report(burst[5]!, admin)
  await report(quiet[1]!, admin)
  const taken = await report(quiet[0]!, admin)
  const undone = await admin.post(`/refund/${taken}/void`, { reason: 'fraud_not_confirmed' })
  assert.is(undone.status, 200, JSON.stringify(undone.body))
  const { status, stdout, stderr } = await typed(...STRETCH)
  assert.equal([status, stderr], [0, ''])
  assert.match(stdout, /^model: v1\.0\.0, policy: as it was$/m)
  assert.match(stdout, /^9 scores of 1 clients, 2 of them known frauds$/m)
  const table = tableOf(stdout)
  const same = (what: string, value: string) => assert.equal(table[what], [value, value], what)
  same('alerts', String(alerts.length))
  same('of them known frauds', '1')
  same('precision', (1 / alerts.length).toFixed(4))
  same('recall', '0.5000')
  same('amount of frauds alerted, EUR', '100.00')
  same('amount of frauds missed, EUR', '20.00')
  same('amount of alerts, EUR', alerts.reduce((sum, { amount }) => sum + amount, 0).toFixed(2))
  const counts = ['approve', 'review', 'challenge', 'deny'].map(word => Number(table[word]![1]))
  assert.is(
    counts.reduce((sum, count) => sum + count),
    9,
  )
  assert.match(stdout, /^alerts of candidate alone: 0, known frauds among them: 0$/m)
})

test('what was reported since is a label, and what was taken back is none', async () => {
  const frauds = async () =>
    /^\d+ scores of 1 clients, (\d+) of them known frauds$/m.exec((await backtest(...STRETCH)).stdout)?.[1]
  const before = Number(await frauds())
  const say = async (transaction_id: string, outcome: string, reported_at = new Date().toISOString()) => {
    const { status, body } = await admin.post('/fraud/outcomes', { transaction_id, outcome, reported_at })
    assert.ok(status < 300, JSON.stringify(body))
  }
  await say('tx_1', 'chargeback')
  await say('tx_2', 'confirmed_fraud')
  assert.is(await frauds(), String(before + 2))
  await say('tx_2', 'legitimate')
  // Older than what stands.
  await say('tx_1', 'legitimate', new Date(AT + 1_000).toISOString())
  assert.is(await frauds(), String(before + 1))
  await say('tx_1', 'legitimate')
  assert.is(await frauds(), String(before))
})

test('a policy decides on the scores that were recorded, and a model on the features, beneath rules and lists', async () => {
  const everything = file('everything.json', JSON.stringify({ alert_thresholds: { default: 0 } }))
  const all = tableOf((await backtest(...STRETCH, '--policy', everything)).stdout)
  assert.equal([all.alerts![1], all.recall![1]], ['9', '1.0000'])
  const words = { low: 'deny', medium: 'deny', high: 'deny', critical: 'deny' }
  const denying = file('deny.json', JSON.stringify({ recommendations: words }))
  const denied = tableOf((await backtest(...STRETCH, '--policy', denying)).stdout)
  assert.equal([denied.deny![1], denied.alerts![0]], ['9', denied.alerts![1]])

  const sure = await backtest(...STRETCH, '--model', constant('sure.onnx', 5))
  assert.match(sure.stdout, /^model: v9\.0\.0, policy: as it was$/m)
  assert.equal([tableOf(sure.stdout).alerts![1], tableOf(sure.stdout).deny![1]], ['9', '9'])
  assert.match(sure.stdout, /^alerts of live alone: 0, known frauds among them: 0$/m)
  // What rules demand stands: five in ten minutes.
  const blind = tableOf((await backtest(...STRETCH, '--model', constant('blind.onnx', -9))).stdout)
  assert.equal([blind.alerts![1], blind['of them known frauds']![1]], ['2', '1'])
  const both = tableOf(
    (await backtest(...STRETCH, '--model', constant('blind.onnx', -9), '--policy', everything)).stdout,
  )
  assert.is(both.alerts![1], '9')

  const bank = await service.newClient()
  await bank.post('/fraud/lists', { list: 'block', kind: 'user', value: 'bad', reason: 'known' })
  await bank.post('/fraud/lists', { list: 'allow', kind: 'user', value: 'good', reason: 'known' })
  await bank.send('PUT', '/fraud/policy', { recommendations: { critical: 'challenge' } })
  for (const user_id of ['bad', 'good', 'other']) await score({ user_id }, bank)
  const { client_id } = (await bank.get('/api/auth/me')).body
  const own = await backtest(...STRETCH, '--client', client_id, '--model', constant('sure.onnx', 5))
  assert.match(own.stdout, /^3 scores of 1 clients, 0 of them known frauds$/m)
  const table = tableOf(own.stdout)
  // The client's own policy of then holds.
  assert.equal(
    [table.alerts, table.approve, table.challenge, table.deny, table.recall],
    [
      ['1', '2'],
      ['2', '1'],
      ['0', '1'],
      ['1', '1'],
      ['-', '-'],
    ],
  )
})

test('each failure is reported in one line', async () => {
  const cases: [string[], RegExp][] = [
    [[...STRETCH, '--model', 'nothing.onnx'], /^the fraud model nothing\.onnx can't be used/],
    [[...STRETCH, '--policy', 'nothing.json'], /^the policy nothing\.json can't be read/],
    [
      [...STRETCH, '--policy', file('odd.json', '{"alert_thresholds":{"default":2}}')],
      /alert_thresholds\.default must be at most 1$/m,
    ],
    [[...STRETCH, '--client', 'unnamed'], /^no score was recorded in that time$/m],
    [['--from', '2020-01-01', '--to', '2020-02-01'], /^no score was recorded in that time$/m],
  ]
  for (const [words, reason] of cases) {
    const said = await backtest(...words)
    assert.is(said.status, 1, words.join(' '))
    assert.match(said.stderr, reason)
  }
  assert.is((await client(service.url).get('/health/live')).status, 200)
})

test.run()
