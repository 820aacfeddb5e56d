import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { readConfig } from '#config.ts'
import { type Running, start } from '#main.ts'
import { startTestNode } from './edge/eventstore/harness.ts'
import { type Client, client, logIn, until } from './harness/client.ts'
import { testLog } from './harness/log.ts'
import { ACCOUNTS, refundOf, transactionOf } from './harness/samples.ts'
import { ADMIN, testEnvironment } from './harness/service.ts'
import { suite } from './harness/suite.ts'

/** A store that is down at the start, or goes away, is survived by every role without a manual step, and health shows it. */
const test = suite('outages')
const AWAY_MS = 3_000

const node = await startTestNode()
await node.end()
const environment = testEnvironment({ EVENTSTORE_URL: node.url, PORT: '18931', SANDBOX_SPEED: '20' })
let starting: Promise<Running>
let running: Running
let admin: Client

async function requested(account = ACCOUNTS.paidAtOnce): Promise<string> {
  const transaction = transactionOf(10)
  await admin.post('/transactions', transaction)
  const { status, body } = await admin.requestRefund(refundOf(transaction, 10, account))
  assert.is(status, 201, JSON.stringify(body))
  return body.refund_id
}

const completed = (id: string) =>
  until(
    () => admin.get(`/refund/${id}`),
    ({ body }) => body.status === 'completed',
    30_000,
  )
const listed = async (): Promise<string[]> =>
  ((await admin.get('/refund/list')).body.data ?? []).map(({ status }: { status: string }) => status)
const health = async () => (await client('http://127.0.0.1:18931').get('/health/ready')).body

test('the event store is down at the start: live but not ready, and ready once it is there', async () => {
  starting = start(readConfig(environment), { log: testLog() })
  await until(
    async () =>
      (
        await client('http://127.0.0.1:18931')
          .get('/health/live')
          .catch(() => null)
      )?.status,
    status => status === 200,
  )
  const down = await health()
  assert.equal([down.status, down.parts.eventstore.state, down.parts.start.state], ['not_ready', 'down', 'down'])
  const refused = await client('http://127.0.0.1:18931').post('/api/auth/login', ADMIN)
  assert.equal([refused.status, refused.body.error_code], [503, 'SERVICE_UNAVAILABLE'])
  await node.start()
  running = await starting
  admin = await logIn(running.url, ADMIN.email, ADMIN.password)
  await until(health, ({ status }) => status === 'ready')
  await completed(await requested())
})

test('the event store goes away and comes back: 503 with Retry-After meanwhile, and nothing is left lying', async () => {
  const before = await requested(ACCOUNTS.ordinary)
  await node.end()
  const answer = await admin.requestRefund(refundOf(transactionOf(10), 10))
  assert.equal([answer.status, answer.body.error_code], [503, 'SERVICE_UNAVAILABLE'])
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
  await until(health, ({ status, parts }) => status === 'not_ready' && parts.eventstore.state === 'down')
  await delay(AWAY_MS)
  await node.start()
  await completed(before)
  await completed(await requested())
  await until(health, ({ status }) => status === 'ready', 30_000)
  await until(listed, statuses => statuses.length === 3 && statuses.every(status => status === 'completed'), 30_000)
})

test('PostgreSQL is killed and comes back', async () => {
  const before = await requested(ACCOUNTS.ordinary)
  for (const pid of postmasters()) process.kill(pid, 'SIGKILL')
  await until(health, ({ status }) => status === 'not_ready').catch(() => undefined)
  await until(health, ({ status }) => status === 'ready', 30_000)
  await completed(before)
  await completed(await requested())
  await until(listed, statuses => statuses.length === 5 && statuses.every(status => status === 'completed'), 30_000)
})

function postmasters(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => {
      try {
        const [command, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        return command?.endsWith('/postgres') === true && args.some(arg => arg.startsWith(environment.DATA_DIR!))
      } catch {
        return false
      }
    })
}

test.after(async () => {
  if (node.isDown()) await node.start()
  await (await starting).stop()
  await node.dispose()
  rmSync(environment.DATA_DIR!, { recursive: true, force: true })
})
test.run()
