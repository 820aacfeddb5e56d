import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { refundStreams } from '#domain/refunds/events.ts'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { firstBrokenLink } from '#event-sourcing/hash-chain.ts'
import { startReceiver } from '#programs/demo/receiver.ts'
import { beneficiarySubject } from '#services/refunds/sealed-fields.ts'
import { until } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { refundOf, transactionOf } from '../../harness/samples.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

/** Where personal data and secrets may be, and where not: every byte the service stored or logged is searched. */
const test = suite('confidential data')

const ACCOUNT = 'GB33BUKB20201555555555'
const SECOND_ACCOUNT = '98765432100001'
const NAME = 'Zebulon Quixote-Farnsworthy'

const lines: string[] = []
const log = testLog(line => lines.push(line))
const service = await startTestService({}, { log })
const { admin } = service
const dataDir = service.environment.DATA_DIR!
const receiver = await startReceiver(await developmentCaOf(dataDir))
const { body: webhook } = await admin.post('/webhooks', { url: receiver.url, events: ['*'] })
const transaction = transactionOf(100)
await admin.post('/transactions', transaction)
const wanted = refundOf(transaction, 100, '55500002')
const { body: refund } = await admin.requestRefund({
  ...wanted,
  beneficiary: { ...wanted.beneficiary, name: NAME, account_number: '5550000002' },
})
const id = refund.refund_id as string
await until(
  () => admin.get(`/refund/${id}`),
  ({ body }) => body.status === 'failed',
)
await admin.post(`/refund/${id}/retry`, {
  update_beneficiary: { account_number: SECOND_ACCOUNT, bank_code: 'BUKBGB22' },
})
await until(
  () => admin.get(`/refund/${id}`),
  ({ body }) => body.status === 'completed',
)
const other = transactionOf(100)
await admin.post('/transactions', other)
const { body: second } = await admin.requestRefund({
  ...refundOf(other, 100),
  beneficiary: { ...wanted.beneficiary, user_id: other.user_id, name: NAME, account_number: ACCOUNT },
})
await receiver.waitFor('refund.completed', 30_000)

test('the full account number is in no answer and in no delivery', async () => {
  const answers = await Promise.all(
    [`/refund/${id}`, '/refund/list', `/audit/refunds/${id}`, '/webhooks', `/webhooks/${webhook.webhook_id}`].map(
      path => admin.get(path),
    ),
  )
  const seen = JSON.stringify(answers.map(({ body }) => body)) + receiver.deliveries.map(({ body }) => body).join('')
  for (const text of [SECOND_ACCOUNT, ACCOUNT, '5550000002']) assert.not.ok(seen.includes(text), text)
  assert.not.ok(JSON.stringify(answers.slice(3).map(({ body }) => body)).includes(webhook.secret))
})

test('an erased beneficiary reads [erased], and the chain still holds', async () => {
  const { body: me } = await admin.get('/api/auth/me')
  await service.service.vault.erase(beneficiarySubject(me.client_id, other.user_id))
  const { status, body } = await admin.get(`/refund/${second.refund_id}`)
  assert.equal([status, body.beneficiary.name], [200, '[erased]'])
  assert.is(firstBrokenLink(await service.service.store.read(refundStreams.stream(second.refund_id))), null)
})

test('names, account numbers, passwords and secrets are in no log line', () => {
  const all = lines.join('')
  assert.ok(lines.length > 20)
  for (const text of [NAME, ACCOUNT, SECOND_ACCOUNT, '5550000002', ADMIN.password, webhook.secret])
    assert.not.ok(all.includes(text), text)
  assert.not.match(all, /eyJ[\w-]+\.eyJ/)
})

test('they are in no file that the service wrote', async () => {
  await service.stop()
  let bytes = 0
  for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const content = readFileSync(join(file.parentPath, file.name))
    bytes += content.length
    for (const text of [NAME, ACCOUNT, SECOND_ACCOUNT, '5550000002', ADMIN.password, ADMIN.email, webhook.secret])
      assert.not.ok(content.includes(text), `${text} in ${file.name}`)
  }
  assert.ok(bytes > 1_000_000)
  // The search itself finds what is there.
  assert.ok(
    readdirSync(join(dataDir, 'eventstore')).some(name => readFileSync(join(dataDir, 'eventstore', name)).includes(id)),
  )
})

test.after(async () => {
  await receiver.close()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
