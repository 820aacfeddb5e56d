import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { POOL_MAX } from '#config/environment.ts'
import { startTestNode } from './edge/eventstore/harness.ts'
import { type Answer, type Client, client, logIn, until } from './harness/client.ts'
import { startNatsServer } from './harness/nats-server.ts'
import { startPaymentGateway } from './harness/payment-gateway.ts'
import { openFiles } from './harness/process-figures.ts'
import { processesIn, whileFrozen } from './harness/processes.ts'
import { refundOf, transactionOf } from './harness/samples.ts'
import { ADMIN, testEnvironment } from './harness/service.ts'
import { spawnService } from './harness/spawned-service.ts'
import { standstill } from './harness/standstill.ts'
import { suite } from './harness/suite.ts'

/**
 * A store that is frozen keeps its connections and says nothing. Every request is answered all the same, and soon
 * after it wakes all is well.
 */
const test = suite('silent stores')
const ANSWER_MS_MAX = 10_000
const READY_MS_MAX = 4_000
const WELL_AGAIN_MS_MAX = 60_000
/** How long a store is silent at least: longer than any deadline of a single request. */
const SILENT_MS = Number(process.env.SILENT_S ?? 12) * 1_000
const CROWD = 300
/** Two pools, and the session of the deliverer with its watch. Polls keep what is open from idling out. */
const CONNECTIONS_MAX = 2 * POOL_MAX + 2

const node = await startTestNode()
const nats = await startNatsServer()
const gateway = await startPaymentGateway(nats.url)
const environment = testEnvironment({
  EVENTSTORE_URL: node.url,
  NATS_URL: nats.url,
  PAYMENT_NETWORK: 'nats',
  REFUND_CANCEL_WINDOW_MS: '1000',
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
})
const service = await spawnService(environment)
const { url } = service
const first = await logIn(url, ADMIN.email, ADMIN.password)
const { body: me } = await first.get('/api/auth/me')
await first.send('PATCH', `/admin/clients/${me.client_id}`, { agreed_limit: { per_minute: 1_000_000, per_day: null } })
const tokens = (await client(url).post('/api/auth/login', ADMIN)).body
const admin = client(url, tokens.access_token).impatient()
const postgres = () => processesIn(environment.DATA_DIR!, 'postgres')

async function requested() {
  const transaction = transactionOf(10)
  await admin.post('/transactions', transaction)
  return admin.requestRefund(refundOf(transaction, 5))
}
const { body: refund } = await requested()
const { body: webhook } = await admin.post('/webhooks', { url: 'https://127.0.0.1:9/hook', events: ['refund.*'] })
assert.ok(refund.refund_id && webhook.webhook_id, JSON.stringify([refund, webhook]))

/** One request of every kind, by what it is called. */
const accounts = `/admin/clients/${me.client_id}/service-accounts`
const { body: machine } = await admin.post(accounts, { name: 'worker', scopes: ['refund:read'] })

function everything(as: Client, anybody: Client): Record<string, Promise<Answer>> {
  const transaction = transactionOf(10)
  const one = `/refund/${refund.refund_id}`
  const hook = `/webhooks/${webhook.webhook_id}`
  const password = { current_password: 'not the password', new_password: 'another good password' }
  const device = { device_id: 'd', platform: 'ios', challenge_id: 'chl_x', public_key: 'AA', signature: 'AA' }
  const user = { email: `u${randomUUID()}@bank.example`, role: 'auditor', password: 'a good long password' }
  return {
    'record a transaction': as.post('/transactions', transaction),
    'request a refund': as.requestRefund(refundOf(transaction, 5)),
    'list refunds': as.get('/refund/list'),
    'get a refund': as.get(one),
    'cancel a refund': as.post(`${one}/cancel`, { reason: 'customer_request' }),
    'retry a refund': as.post(`${one}/retry`, {}),
    'void a refund': as.post(`${one}/void`, { reason: 'customer_request' }),
    'the history of a refund': as.get(`/audit/refunds/${refund.refund_id}`),
    'list webhooks': as.get('/webhooks'),
    'create a webhook': as.post('/webhooks', { url: 'https://127.0.0.1:9/hook', events: ['*'] }),
    'get a webhook': as.get(hook),
    'change a webhook': as.send('PATCH', hook, { description: 'x' }),
    'delete a webhook': as.send('DELETE', '/webhooks/wh_01a1fd5a-4fa1-72b3-a186-e48874acf533'),
    'rotate a secret': as.post(`${hook}/rotate-secret`, {}),
    'send a test event': as.post(`${hook}/test`, {}),
    'list deliveries': as.get(`${hook}/deliveries`),
    'get a delivery': as.get(`${hook}/deliveries/dlv_01a1fd5a-4fa1-72b3-a186-e48874acf533`),
    'retry a delivery': as.post(`${hook}/deliveries/dlv_01a1fd5a-4fa1-72b3-a186-e48874acf533/retry`),
    'recover deliveries': as.post(`${hook}/recover`, { since: '2026-01-01T00:00:00Z' }),
    'log in': anybody.post('/api/auth/login', { email: user.email, password: 'wrong' }),
    refresh: anybody.post('/api/auth/refresh', { refresh_token: tokens.refresh_token }),
    'log out': anybody.post('/api/auth/logout', { refresh_token: spare.refresh_token }),
    'who am I': as.get('/api/auth/me'),
    'change the password': as.post('/api/auth/password', password),
    'a nonce': anybody.post('/api/auth/nonce'),
    'a challenge': anybody.post('/api/auth/biometric/challenge', { credential_id: 'cred_x' }),
    'register a key': as.post('/api/auth/biometric/register', device),
    'log in with a key': anybody.post('/api/auth/biometric-login', { ...device, credential_id: 'cred_x' }),
    'remove a key': as.send('DELETE', '/api/auth/biometric/cred_x'),
    'list clients': as.get('/admin/clients'),
    'register a client': as.post('/admin/clients', { name: 'Frozen' }),
    'get a client': as.get(`/admin/clients/${me.client_id}`),
    'change a client': as.send('PATCH', `/admin/clients/${me.client_id}`, { name: 'Platform' }),
    'list service accounts': as.get(accounts),
    'make a service account': as.post(accounts, { name: 'Frozen', scopes: ['refund:read'] }),
    'revoke a service account': as.send('DELETE', `${accounts}/svc_x`),
    'log in as a machine': anybody.post('/api/auth/login', { email: machine.email, password: machine.secret }),
    'list users': as.get('/admin/users'),
    'register a user': as.post('/admin/users', user),
    'get a user': as.get(`/admin/users/${me.id}`),
    'a path that is none': anybody.get('/nowhere'),
    live: anybody.get('/health/live'),
    metrics: anybody.get('/metrics'),
    keys: anybody.get('/.well-known/jwks.json'),
    'the document': anybody.get('/openapi.json'),
  }
}
let spare = (await client(url).post('/api/auth/login', ADMIN)).body

type Timed = { what: string; ms: number; status: number | string; code: string | undefined; retryAfter: string | null }

function timed(what: string, answer: Promise<Answer>): Promise<Timed> {
  const asked = performance.now()
  const ms = () => Math.round(performance.now() - asked)
  const late = delay(60_000, undefined, { ref: false }).then(() => {
    throw new Error('none in 60 s')
  })
  return Promise.race([answer, late]).then(
    ({ status, body, headers }) => ({
      ...{ what, ms: ms(), status, retryAfter: headers.get('retry-after') },
      code: body?.error_code ?? body?.error?.code,
    }),
    error => ({ what, ms: ms(), status: String(error.message), code: undefined, retryAfter: null }),
  )
}

const asked = () =>
  Object.entries(everything(admin, client(url).impatient())).map(([what, answer]) => timed(what, answer))
/** Memory of who is logged in lasts 4 s: the second time nothing is remembered any more. */
async function answers(crowd: number): Promise<Timed[]> {
  const many = Array.from({ length: crowd }, () => timed('list refunds in a crowd', admin.get('/refund/list')))
  const ready = async () => timed('ready', client(url).get('/health/ready'))
  const before = [...asked(), ...many, ready()]
  await delay(5_000)
  return Promise.all([...before, ...asked(), ready()])
}

async function silence(store: string, pids: number[], crowd = 0): Promise<Timed[]> {
  let all: Timed[] = []
  const stoodStillMs = standstill()
  await whileFrozen(pids, async () => {
    const since = performance.now()
    all = await answers(crowd)
    await delay(Math.max(0, SILENT_MS - (performance.now() - since)))
  })
  const lateMs = stoodStillMs()
  const [slowest] = all.toSorted((a, b) => b.ms - a.ms)
  console.log(`${store} frozen: the slowest of ${all.length} answers took ${slowest!.ms} ms (${slowest!.what})`)
  for (const { what, ms, status, code, retryAfter } of all) {
    const told = `${what}: ${status} ${code} after ${ms} ms`
    assert.ok(ms < (what === 'ready' ? READY_MS_MAX : ANSWER_MS_MAX) + lateMs, told)
    assert.type(status, 'number', told)
    assert.ok(Number(status) < 500 || status === 503, told)
    if (status !== 503 || what === 'ready') continue
    assert.ok(code === 'SERVICE_UNAVAILABLE' || code === 'REFUND_009', told)
    assert.ok(Number(retryAfter) >= 1, told)
  }
  return all
}

const statusOf = (all: Timed[], what: string) => [
  ...new Set(all.filter(one => one.what === what).map(one => one.status)),
]

/** Everything works, and nothing is left of the silence. */
async function wellAgain(): Promise<void> {
  const since = performance.now()
  const left = () => WELL_AGAIN_MS_MAX - (performance.now() - since)
  await until(
    () => client(url).get('/health/ready'),
    ({ status }) => status === 200,
    left(),
  )
  // A silent store may have seen the logins; what was counted and never ended is forgotten after 10 s.
  spare = (
    await until(
      () => client(url).impatient().post('/api/auth/login', ADMIN),
      ({ status }) => status === 200,
      left(),
    )
  ).body
  const { status, body } = await requested()
  assert.is(status, 201, JSON.stringify(body))
  await until(
    () => admin.get(`/refund/${body.refund_id}`),
    answer => answer.body.status === 'completed',
    left(),
  )
  const { body: list } = await until(
    () => admin.get('/refund/list'),
    answer => answer.status === 200,
    left(),
  )
  assert.ok(list.data.length > 0)
  for (const { what, status, code } of await Promise.all(asked()))
    assert.ok(Number(status) < 500 || code === 'REFUND_009', `${what} afterwards: ${status} ${code}`)
  console.log(`  all was well ${Math.round(performance.now() - since)} ms after it woke`)
}

/** The fourth line of the file is the port. */
const postgresPort = Number(readFileSync(join(environment.DATA_DIR!, 'postgres/postmaster.pid'), 'utf8').split('\n')[3])
const connections = () => openFiles(service.child.pid!).to.get(postgresPort) ?? 0

test('PostgreSQL is frozen: every request is answered within 10 s, a crowd too, and no connection is left behind', async () => {
  const before = connections()
  const all = await silence('PostgreSQL', postgres(), CROWD)
  assert.equal(statusOf(all, 'list refunds'), [503])
  assert.equal(statusOf(all, 'log in'), [503], 'nobody comes in uncounted')
  await wellAgain()
  // A connection that was given up is closed by the server when it wakes.
  await until(
    async () => `${connections()} connections, ${before} before`,
    () => connections() <= CONNECTIONS_MAX,
  )
})

test('the event store is frozen: every request is answered within 10 s', async () => {
  const all = await silence('The event store', [node.pid()])
  assert.equal(statusOf(all, 'request a refund'), [503])
  await wellAgain()
})

test('the bus is frozen: every request is answered within 10 s', async () => {
  const all = await silence('The bus', [nats.pid()])
  assert.equal(statusOf(all, 'request a refund'), [503])
  await wellAgain()
})

test.after(async () => {
  service.child.kill('SIGTERM')
  await service.gone
  await gateway.stop()
  await nats.stop()
  await node.dispose()
  rmSync(environment.DATA_DIR!, { recursive: true, force: true })
})
test.run()
