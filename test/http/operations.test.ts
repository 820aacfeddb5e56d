import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, get } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { temporaryCa } from '#embedded/development-ca.ts'
import type { Api } from '#http/api.ts'
import { until } from '../harness/client.ts'
import { exchange, observe } from '../harness/exchange.ts'
import { suite } from '../harness/suite.ts'
import { ADMIN, startEdge } from './edge-under-test.ts'

const test = suite('running the edge')

let begun = 0
const letGo = Promise.withResolvers<void>()
const slow = (api: Api) => {
  const schema = { response: { 200: z.object({ ok: z.boolean() }) } }
  api.get('/slow', { config: { scope: 'any' }, schema }, async () => {
    begun += 1
    await letGo.promise
    return { ok: true }
  })
}

test('stopping finishes what is in flight, answers what is on its way, refuses new connections and keeps none', async () => {
  const edge = await startEdge({ routes: [slow] })
  const [instance] = edge.instances
  const token = await edge.logIn()
  const inFlight = Array.from({ length: 10 }, () => instance!.call('GET', '/slow', { token }))
  await until(
    async () => begun,
    count => count === inFlight.length,
  )
  const stopped = instance!.api.close()
  await delay(50)
  // A request that was on its way over a kept connection is answered, and told that it was the last.
  const onItsWay = await exchange(instance!.url, 'GET', '/health/live').then(
    ({ status, headers }) => `${status} ${headers.get('connection')}`,
    () => 'refused',
  )
  assert.ok(['200 close', 'refused'].includes(onItsWay), `a late request got ${onItsWay}`)
  const late = connect(Number(new URL(instance!.url).port), '127.0.0.1')
  assert.is(await once(late, 'connect').catch(({ code }) => code), 'ECONNREFUSED')
  letGo.resolve()
  for (const { status } of await Promise.all(inFlight)) assert.is(status, 200)
  const answered = Date.now()
  await stopped
  // Connections are kept for a minute.
  assert.ok(Date.now() - answered < 10_000, 'a connection without a request held it up')
  await edge.stop()
})

test('serves HTTPS itself when it has a certificate', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tls-'))
  const ca = await temporaryCa()
  const { cert, key } = await ca.issue(['127.0.0.1', 'localhost'])
  const env = { TLS_CERT_FILE: join(dir, 'cert.pem'), TLS_KEY_FILE: join(dir, 'key.pem') }
  writeFileSync(env.TLS_CERT_FILE, cert)
  writeFileSync(env.TLS_KEY_FILE, key)
  const edge = await startEdge({ env })
  const agent = new Agent({ ca: ca.caPem })
  const { url } = edge.instances[0]!
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}/health/live`, { agent }, resolve).on('error', reject)
  })
  const status = answer.statusCode ?? 0
  assert.is(status, 200)
  const headers = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
  const body = await json(answer)
  observe(url, 'GET', '/health/live', {}, { status, headers, body, text: JSON.stringify(body) })
  const plain = await fetch(`${url.replace('https', 'http')}/health/live`).then(
    answer => answer.status,
    () => 'refused',
  )
  assert.not.equal(plain, 200)
  agent.destroy()
  await edge.stop()
  rmSync(dir, { recursive: true })
})

test('without PostgreSQL no login succeeds, and open sessions continue within the limit', async () => {
  const edge = await startEdge()
  const [instance] = edge.instances
  const token = await edge.logIn()
  const client = await instance!.call('GET', '/api/auth/me', { token })
  const terms = { agreed_limit: { per_minute: 30, per_day: null } }
  await instance!.call('PATCH', `/admin/clients/${client.body.client_id}`, { token, json: terms })
  await delay(4_200)
  const probe = () => instance!.call('GET', '/api/auth/nowhere', { token })
  const ask = () => instance!.call('GET', `/admin/clients/${client.body.client_id}`, { token })
  assert.is((await ask()).status, 200)
  await edge.breakDatabase()
  const login = await instance!.call('POST', '/api/auth/login', { json: ADMIN })
  assert.is(login.status, 503, login.text)
  assert.is(login.body.error_code, 'SERVICE_UNAVAILABLE')
  assert.ok(login.headers.has('retry-after'))
  const statuses = new Set<number>()
  // A minute may end in between, and another one begin.
  for (let n = 0; n < 100 && !statuses.has(429); n += 1) statuses.add((await ask()).status)
  assert.equal([...statuses].sort(), [200, 429], 'served, and limited by this instance alone')
  assert.is((await probe()).status, 404)
  assert.ok(edge.log.some(line => line.includes('counted per instance')))
  await edge.stop()
})

test('the whole log of a day at the edge holds no password, token, address or key', async () => {
  const edge = await startEdge()
  const [instance] = edge.instances
  const email = 'very.private@person.example'
  const password = 'a very secret pass phrase'
  const token = await edge.logIn()
  await instance!.call('POST', '/admin/users', { token, json: { email, role: 'integrator', password } })
  const login = await instance!.call('POST', '/api/auth/login', { json: { email, password } })
  const { access_token, refresh_token } = login.body as Record<string, string>
  await instance!.call('POST', '/api/auth/login', { json: { email, password: 'a wrong secret pass phrase' } })
  await instance!.call('POST', '/api/auth/login', { body: `{"email":"${email}","password":"${password}"` })
  await instance!.call('POST', '/api/auth/refresh', { json: { refresh_token } })
  await instance!.call('POST', '/api/auth/refresh', { json: { refresh_token: access_token } })
  await instance!.call('GET', `/api/auth/me?access_token=${access_token}`)
  await instance!.call('GET', `/nowhere/${access_token}`)
  await instance!.call('GET', '/api/auth/me', { token: `${access_token}x` })
  await instance!.call('POST', '/api/auth/social-login', { json: { provider: 'google', id_token: access_token } })
  await instance!.call('POST', '/api/auth/logout', { token: access_token! })
  // A store that fails in the middle of it must not put what it was given into the log either.
  await edge.breakDatabase()
  await instance!.call('POST', '/api/auth/login', { json: { email, password } })
  const log = edge.log.join('')
  assert.ok(log.split('\n').length > 10)
  for (const secret of [
    email,
    password,
    'wrong secret',
    access_token!,
    refresh_token!,
    token,
    ADMIN.password,
    ADMIN.email,
  ])
    assert.not.ok(log.includes(secret), `the log holds ${secret.slice(0, 20)}…`)
  assert.not.match(log, /eyJ[\w-]{20}/)
  await edge.stop()
})

test.run()
