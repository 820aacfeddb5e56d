import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { createClient, ServiceError } from '#client/index.ts'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { start } from '#main.ts'
import { startReceiver } from '#programs/demo/receiver.ts'
import { readServiceConfig } from '#service-config.ts'
import { logIn, until } from './harness/client.ts'
import { testLog } from './harness/log.ts'
import { refundOf, transactionOf } from './harness/samples.ts'
import { ADMIN, startTestService } from './harness/service.ts'
import { suite } from './harness/suite.ts'

/**
 * The README's walk on real stores: log in, a transaction, a refund, its payment, the read models, the signed events.
 */
const test = suite('walk')
const root = resolve(import.meta.dirname, '..')

const service = await startTestService()
const client = createClient({ url: service.url, login: ADMIN })
const dataDir = service.environment.DATA_DIR!
const receiver = await startReceiver(await developmentCaOf(dataDir))

const transaction = transactionOf(125.5)
let refundId = ''
let secret = ''

test('a transaction becomes known', async () => {
  const record = (body: typeof transaction) => client.recordTransactions({ body })
  assert.equal(await record(transaction), { recorded: 1, duplicates: 0 })
  assert.equal(await record(transaction), { recorded: 0, duplicates: 1 })
  const contradiction = await record({ ...transaction, amount: 1 }).catch(error => error)
  assert.instance(contradiction, ServiceError)
  assert.equal([contradiction.status, contradiction.code], [409, 'CONFLICT'])
})

test('an endpoint subscribes', async () => {
  const webhook = await client.createWebhook({ body: { url: receiver.url, events: ['refund.*'] } })
  assert.is(webhook.status, 'active')
  secret = webhook.secret
  receiver.useSecret(secret)
})

test('a refund is requested', async () => {
  const { refund_id, status, amount } = await client.requestRefund({ body: refundOf(transaction, 100.25) })
  assert.equal([status, amount], ['pending', 100.25])
  refundId = refund_id
})

test('the payment network pays it', async () => {
  const { completion } = await until(
    () => client.getRefund({ path: { refund_id: refundId } }),
    ({ status }) => status === 'completed',
  )
  assert.ok(completion!.processing_time_seconds >= 1)
})

test('the read models show it', async () => {
  const { data } = await until(
    () => client.listRefunds({ query: { status: 'completed' } }),
    ({ pagination }) => pagination.total_items === 1,
  )
  assert.is(data[0]?.refund_id, refundId)
  const { chain } = await until(
    () => client.getRefundHistory({ path: { refund_id: refundId } }),
    ({ history }) => history.length === 3,
  )
  assert.is(chain.intact, true)
})

test('the endpoint received its three events, signed, with nothing of the account number', async () => {
  // In no promised order.
  for (const type of ['refund.created', 'refund.processing', 'refund.completed']) await receiver.waitFor(type, 30_000)
  const types = receiver.deliveries.map(({ body }) => JSON.parse(body).type)
  assert.equal(types.sort(), ['refund.completed', 'refund.created', 'refund.processing'])
  for (const { verified, body } of receiver.deliveries) {
    assert.ok(verified)
    assert.not.match(body, '7000440001')
    assert.is(JSON.parse(body).data.refund_id, refundId)
  }
})

test('openssl comes to the same signature', () => {
  const { headers, body } = receiver.deliveries[0]!
  const { stdout } = spawnSync('openssl', ['dgst', '-sha256', '-hmac', secret], {
    input: `${headers['x-service-timestamp']}.${body}`,
    encoding: 'utf8',
  })
  assert.match(stdout, headers['x-service-signature']!)
})

test('a restart keeps all of it', async () => {
  await service.stop()
  const again = await start(readServiceConfig(service.environment), { log: testLog() })
  try {
    const caller = await logIn(again.url, ADMIN.email, ADMIN.password)
    assert.is((await caller.get(`/refund/${refundId}`)).body.status, 'completed')
    assert.is((await caller.get('/refund/list')).body.pagination.total_items, 1)
    assert.is((await caller.get('/webhooks')).body.data.length, 1)
  } finally {
    await again.stop()
  }
})

test('npm run demo plays it, starting a service of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'))
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['src/programs/demo/main.ts'], {
      cwd: root,
      env: { ...process.env, EVENTSTORE_URL: '', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' },
      encoding: 'utf8',
      timeout: 180_000,
    })
    assert.is(status, 0, stdout.slice(-2_000) + stderr)
    assert.match(stdout, 'All of it worked: 3 signed deliveries, each one verified.')
    const verify = /^\$ (printf .* \| openssl .*)$/m.exec(stdout)?.[1] ?? ''
    const signature = /^ {2}x-service-signature: (\w+)$/m.exec(stdout)?.[1] ?? 'none'
    const answer = spawnSync('sh', ['-c', verify], { encoding: 'utf8' }).stdout.trim()
    assert.match(answer, signature)
    assert.ok(stdout.split('\n').includes(answer), 'shows what openssl answered')
    const { password } = JSON.parse(readFileSync(join(folder, 'admin-credentials.json'), 'utf8'))
    assert.not(stdout.includes(password), 'prints a password')
    assert.not.match(stdout, /eyJ/)
    assert.is(statSync(join(folder, 'admin-credentials.json')).mode & 0o777, 0o600)
    assert.is(statSync(join(folder, 'master.key')).mode & 0o777, 0o600)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('npm run demo plays it with a configured password, which no file holds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'))
  const { BOOTSTRAP_ADMIN_EMAIL, BOOTSTRAP_ADMIN_PASSWORD } = service.environment
  const own = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', BOOTSTRAP_ADMIN_EMAIL, BOOTSTRAP_ADMIN_PASSWORD }
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['src/programs/demo/main.ts'], {
      cwd: root,
      env: { ...process.env, EVENTSTORE_URL: '', ...own },
      encoding: 'utf8',
      timeout: 180_000,
    })
    assert.is(status, 0, stdout.slice(-2_000) + stderr)
    assert.match(stdout, 'All of it worked: 3 signed deliveries, each one verified.')
    assert.not(existsSync(join(folder, 'admin-credentials.json')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.after(async () => {
  await receiver.close()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
