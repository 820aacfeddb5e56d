import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { client, logIn, until } from '../harness/client.ts'
import { exchange } from '../harness/exchange.ts'
import { refundOf, transactionOf } from '../harness/samples.ts'
import { ADMIN, sharedKeys, testEnvironment } from '../harness/service.ts'
import { spawnService } from '../harness/spawned-service.ts'
import { standstill } from '../harness/standstill.ts'
import { suite } from '../harness/suite.ts'
import { runningStores } from '../projector/running-stores.ts'

/**
 * SIGTERM to one of two instances under load: no answer is lost and none is a 5xx; the other instance and a new one
 * take over.
 */
const ROUNDS = Number(process.env.TAKEOVERS ?? 2)
const CLIENTS = 6
/** An idle connection is closed after 500 ms: a client that stands still for nearly as long may find its own closed. */
const STILL_MS_MAX = 400
const LOAD_MS = 700
const test = suite(`${ROUNDS} take-overs under load`)

const stores = await runningStores()
const environment = testEnvironment({
  ...stores.urls,
  ...sharedKeys(),
  // Probes see for this long that it is about to end, also on a busy machine.
  SHUTDOWN_DELAY_MS: '1500',
})
const spawn = () => spawnService(environment)
const instances = await Promise.all([spawn(), spawn()])
test.after(async () => {
  for (const { child } of instances) child.kill('SIGTERM')
  await Promise.all(instances.map(({ gone }) => gone))
  await stores.stop()
})

const unlimited = { agreed_limit: { per_minute: 10_000_000, per_day: null } }
const first = await logIn(instances[0].url, ADMIN.email, ADMIN.password)
const { body: me } = await first.get('/api/auth/me')
await first.send('PATCH', `/admin/clients/${me.client_id}`, unlimited)
const { body: tokens } = await first.post('/api/auth/login', ADMIN)
const authorization = `Bearer ${tokens.access_token}`

type Load = { answered: Map<string, number>; failures: string[]; stop(): Promise<void> }

/**
 * Clients with connections that they keep, spread over both instances. One that finds no listener goes to the other
 * instance.
 */
function startLoad(): Load {
  const answered = new Map<string, number>()
  const failures: string[] = []
  const stoodStillMs = standstill()
  let stopped = false

  async function ask(home: number, method: string, path: string, json?: object, key?: string): Promise<number> {
    const { url } = instances[home]!
    const headers = { authorization, 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) }
    try {
      const { status, text } = await exchange(url, method, path, {
        headers: json === undefined ? { authorization } : headers,
        ...(json && { body: JSON.stringify(json) }),
      })
      answered.set(url, (answered.get(url) ?? 0) + 1)
      if (status >= 400) failures.push(`${method} ${path} answered ${status} ${text}`)
      return home
    } catch (error) {
      const { code, message } = (error as { cause: NodeJS.ErrnoException }).cause
      if (code === 'ECONNREFUSED') return ask(1 - home, method, path, json, key)
      const closedWhileStill = ['UND_ERR_SOCKET', 'ECONNRESET'].includes(code ?? '') && stoodStillMs() > STILL_MS_MAX
      if (!closedWhileStill) failures.push(`${method} ${path}: ${code} ${message}`)
      return home
    }
  }

  async function oneClient(n: number) {
    let home = n % 2
    while (!stopped) {
      const transaction = transactionOf(10)
      home = await ask(home, 'GET', '/api/auth/me')
      home = await ask(home, 'POST', '/transactions', transaction)
      home = await ask(home, 'POST', '/refund/request', refundOf(transaction, 10), transaction.transaction_id)
      if (n < 2) home = await ask(home, 'POST', '/api/auth/login', ADMIN)
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, n) => oneClient(n))
  return {
    answered,
    failures,
    async stop() {
      stopped = true
      await Promise.all(clients)
    },
  }
}

for (let round = 0; round < ROUNDS; round += 1)
  test(`round ${round + 1}: SIGTERM to one, nobody notices`, async () => {
    const going = instances[round % 2]!
    const load = startLoad()
    try {
      await delay(LOAD_MS)
      await until(
        async () => load.answered.get(going.url) ?? 0,
        count => count > CLIENTS,
      )
      going.child.kill('SIGTERM')
      await until(
        async () => (await client(going.url).get('/health/ready')).status,
        status => status === 503,
      )
      assert.is(await going.gone, 0)
      await delay(LOAD_MS)
      instances[round % 2] = await spawn()
      await delay(LOAD_MS)
    } finally {
      await load.stop()
    }
    assert.equal(load.failures.slice(0, 5), [])
    assert.is(load.answered.size, 2, 'both took part')
  })

test.run()
