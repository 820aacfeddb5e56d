import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { type RunningService, start } from '#main.ts'
import { readServiceConfig } from '#service-config.ts'
import { client, logIn, until } from '../harness/client.ts'
import { testLog } from '../harness/log.ts'
import { ADMIN, sharedKeys, testEnvironment } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'
import { createDeviceKey } from '../modules/auth/device-key.ts'
import { runningStores } from '../projector/running-stores.ts'

/**
 * Instances on machines whose clocks disagree: what one of them wrote is judged by another, and all go by the
 * database's clock.
 */
const test = suite('clocks that disagree')
const SHIFTS_S = [0, 2, -12, 29, -29, 31, -31]
const AWAY = -31

const stores = await runningStores()
const environment = testEnvironment({
  ...stores.urls,
  ROLES: 'api',
  ...sharedKeys(),
})
const instances: RunningService[] = []
for (const shift of SHIFTS_S) {
  const now = () => new Date(Date.now() + shift * 1_000)
  instances.push(await start(readServiceConfig(environment), { log: testLog(), now }))
}
test.after(async () => {
  await Promise.all(instances.map(({ stop }) => stop()))
  await stores.stop()
  rmSync(environment.DATA_DIR!, { recursive: true, force: true })
})
const urls = instances.map(({ url }) => url)
const of = (shift: number) => urls[SHIFTS_S.indexOf(shift)]!
const admin = await logIn(urls[0]!, ADMIN.email, ADMIN.password)
const { body: me } = await admin.get('/api/auth/me')

async function somebody(terms: object = {}) {
  const { body: bank } = await admin.post('/admin/clients', { name: `Bank ${randomUUID()}`, ...terms })
  const credentials = { email: `${bank.client_id}@bank.example`, password: 'a good long password' }
  await admin.post('/admin/users', { ...credentials, client_id: bank.client_id, role: 'integrator' })
  return credentials
}

test('each process shows how far it is off, and is ready up to 30 s', async () => {
  for (const shift of SHIFTS_S) {
    // An answer of the database that came late says little: the clock is read anew every few seconds.
    const { status, body } = await until(
      () => client(of(shift)).get('/health/ready'),
      ({ body }) => Math.abs(body.parts.clock.offset_ms - shift * 1_000) < 900,
    )
    const isIn = Math.abs(shift) <= 30
    assert.equal([status, body.parts.clock.state], isIn ? [200, 'up'] : [503, 'degraded'], `${shift} s`)
    await until(
      async () => /^clock_offset_seconds (\S+)$/m.exec((await client(of(shift)).get('/metrics')).text)?.[1],
      seconds => Math.abs(Number(seconds) - shift) < 0.9,
    )
  }
})

test('a token of any instance is good on every other', async () => {
  for (const url of urls) {
    const { body } = await client(url).post('/api/auth/login', ADMIN)
    for (const other of urls) {
      assert.is((await client(other, body.access_token).get('/api/auth/me')).status, 200)
      assert.is((await client(other).post('/api/auth/refresh', { refresh_token: body.refresh_token })).status, 200)
    }
  }
})

test('five wrong passwords at five instances lock the account on all, for the same minute', async () => {
  const { email, password } = await somebody()
  const since = performance.now()
  for (const url of urls.slice(0, 5))
    assert.is((await client(url).post('/api/auth/login', { email, password: 'wrong' })).status, 401)
  for (const url of urls) {
    const { status, headers } = await client(url).post('/api/auth/login', { email, password })
    const seconds = Number(headers.get('retry-after'))
    assert.is(status, 429)
    const passedS = (performance.now() - since) / 1_000
    assert.ok(seconds > 58 - passedS && seconds <= 60, `Retry-After ${seconds} after ${passedS} s`)
  }
})

test('the windows of rate limits begin and end together', async () => {
  const { email, password } = await somebody({ agreed_limit: { per_minute: 20, per_day: null } })
  const { body } = await client(urls[0]!).post('/api/auth/login', { email, password })
  const leftMs = 60_000 - (Date.now() % 60_000)
  if (leftMs < 15_000) await delay(leftMs + 500)
  const answers = []
  for (let n = 0; n < 28; n += 1)
    answers.push(await client(urls[n % urls.length]!, body.access_token).get('/api/auth/me'))
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses, [...Array(20).fill(200), ...Array(8).fill(429)])
  assert.is(new Set(answers.map(({ headers }) => headers.get('x-ratelimit-reset'))).size, 1)
})

test('a challenge of one instance is good on another until it expires', async () => {
  const { body: tokens } = await client(of(AWAY)).post('/api/auth/login', ADMIN)
  for (const [made, used] of [
    [31, AWAY],
    [AWAY, 31],
  ] as const) {
    const ask = (method: string, path: string, json?: object, token?: string) =>
      client(path.endsWith('challenge') ? of(made) : of(used), token).send(method, path, json)
    const key = createDeviceKey()
    const { status, credential_id } = await key.register(ask, tokens.access_token, me.id)
    assert.is(status, 201)
    assert.is((await key.logIn(ask, credential_id)).status, 200)
  }
})

test.run()
