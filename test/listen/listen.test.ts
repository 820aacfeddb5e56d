import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Agent } from 'undici'
import * as assert from 'uvu/assert'
import { createClient, verifyWebhook } from '#client/index.ts'
import { temporaryCa } from '#embedded/development-ca.ts'
import { freePort } from '#embedded/free-port.ts'
import { until } from '../harness/client.ts'
import { processesIn } from '../harness/processes.ts'
import { ADMIN, startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'
import { type Listener, spawnListener, spawnListening } from './listener.ts'

/** `npm run listen` beside a running service: what it prints, hands on and leaves behind. */
const test = suite('listen')
/** A window in which a demo can be ended before its refund is paid. */
const service = await startTestService({ REFUND_CANCEL_WINDOW_MS: '4000' })
const client = createClient({ url: service.url, login: ADMIN })
const root = resolve(import.meta.dirname, '../..')

const started: Listener[] = []
function listen(...args: string[]): Listener {
  const listener = spawnListener(service, args)
  started.push(listener)
  return listener
}
test.afterEach(async () => {
  for (const { child } of started) child.kill('SIGTERM')
  await Promise.all(started.splice(0).map(({ ended }) => ended))
})

/** Sooner than the line of each minute, which would find out anyhow that nobody reads. */
const SOON_MS = 30_000
const ENDPOINT = /^endpoint (wh_\S+) of \S+ at (\S+), for (.+)$/m
const endpoints = async () => (await client.listWebhooks()).data.map(({ webhook_id }) => webhook_id)
const sendTest = (webhook_id: string) =>
  client.sendTestEvent({ path: { webhook_id }, body: { event_type: 'refund.completed' } })

type Arrived = { url: string | undefined; headers: IncomingHttpHeaders; body: Buffer }

/** An integrator's own server. */
async function startOwnServer(respond: (response: ServerResponse) => void) {
  const arrived: Arrived[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    arrived.push({ url: request.url, headers: request.headers, body: Buffer.concat(chunks) })
    respond(response)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const close = () => new Promise<void>(done => server.close(() => done()).closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?own=1`, arrived, close }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  test(`removes its endpoint when it is ended by ${signal}`, async () => {
    const { child, line, ended, lines } = listen()
    const [, webhook_id = ''] = await line(ENDPOINT)
    assert.ok((await endpoints()).includes(webhook_id))
    child.kill(signal)
    child.kill(signal)
    assert.is(await ended, 0)
    assert.is(lines().at(-1), `endpoint ${webhook_id} is removed`)
    assert.not((await endpoints()).includes(webhook_id))
  })

test('removes its endpoint when no process reads its output any more', async () => {
  const login = { SERVICE_EMAIL: ADMIN.email, SERVICE_PASSWORD: ADMIN.password }
  const env = { ...process.env, ...login, DATA_DIR: service.environment.DATA_DIR! }
  const piped = spawn('sh', ['-c', `npm run --silent listen -- --url ${service.url} | head -1`], {
    cwd: root,
    env,
    // Through a pipe for its errors this test would wait for listen itself, and not for head.
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let text = ''
  piped.stdout.on('data', chunk => (text += chunk))
  await new Promise(done => piped.on('close', done))
  const [, webhook_id = ''] = ENDPOINT.exec(text) ?? []
  assert.match(webhook_id, /^wh_/)
  await until(endpoints, left => !left.includes(webhook_id), SOON_MS)
})

test('what was killed is removed by the next one, and what still runs is left alone', async () => {
  const [killed, alive] = [listen(), listen()]
  const [, gone = ''] = await killed.line(ENDPOINT)
  const [, other = ''] = await alive.line(ENDPOINT)
  killed.child.kill('SIGKILL')
  await killed.ended
  assert.ok((await endpoints()).includes(gone))
  const [, own = ''] = await listen().line(ENDPOINT)
  assert.equal((await endpoints()).sort(), [other, own].sort())
})

test('hands body and headers on as they came, and answers what the own server answered', async () => {
  const answered = { 'content-type': 'text/x', 'retry-after': '7' }
  const own = await startOwnServer(response => response.writeHead(202, answered).end('mine'))
  try {
    const { line } = listen('--forward', own.url, '--events', 'refund.*, fraud.detected')
    const [, webhook_id = '', , events] = await line(ENDPOINT)
    const [, secret = ''] = await line(/^secret (whsec_\S+) \(kept in .*listen-secret\)$/m)
    assert.is(events, 'refund.*, fraud.detected')
    const { event_id, delivery_id } = await sendTest(webhook_id)
    const [, object] = await line(
      /^\d\d:\d\d:\d\d {2}refund\.completed {2}(\S+) {2}verified {2}\S+ answered 202 in \d+ ms$/m,
    )
    const { url, headers, body } = own.arrived[0]!
    assert.is(url, '/hooks?own=1')
    const event = verifyWebhook(body, headers, secret)
    assert.equal([event.id, own.arrived.length], [event_id, 1])
    assert.is(event.type === 'refund.completed' && event.data.refund_id, object)
    for (const name of ['x-service-signature', 'x-service-timestamp', 'x-service-event-id', 'x-service-webhook-id'])
      assert.type(headers[name], 'string', name)
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) assert.type(headers[name], 'string')
    assert.is(headers['content-type'], 'application/json')
    const path = { webhook_id, delivery_id }
    const { status, attempt_log } = await until(
      () => client.getDelivery({ path }),
      delivery => delivery.status !== 'pending',
    )
    const { status_code, response } = attempt_log[0]!
    assert.equal([status, status_code, response?.body], ['succeeded', 202, 'mine'])
    const { 'content-type': type, 'retry-after': after } = response?.headers ?? {}
    assert.equal([type, after], ['text/x', '7'])
  } finally {
    await own.close()
  }
})

test('an own server that is down is 502 to the service, and a line', async () => {
  const own = await startOwnServer(() => undefined)
  await own.close()
  const { line } = listen('--forward', own.url)
  const [, webhook_id = ''] = await line(ENDPOINT)
  const { delivery_id } = await sendTest(webhook_id)
  await line(/^\S+ {2}refund\.completed {2}\S+ {2}verified {2}http:\S+ does not answer \(ECONNREFUSED\)$/m)
  const path = { webhook_id, delivery_id }
  const { last_attempt } = await until(
    () => client.getDelivery({ path }),
    ({ last_attempt }) => last_attempt !== null,
  )
  assert.is(last_attempt?.status_code, 502)
})

test('a forged request is refused, printed, and not forwarded', async () => {
  const own = await startOwnServer(response => response.end())
  const agent = new Agent({ connect: { rejectUnauthorized: false } })
  try {
    const { line } = listen('--forward', own.url)
    const [, , url = ''] = await line(ENDPOINT)
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const signed = { 'x-service-signature': 'f'.repeat(64), 'x-service-timestamp': timestamp }
    const { origin, pathname } = new URL(url)
    const forge = (headers: Record<string, string>) =>
      agent.request({
        origin,
        path: pathname,
        method: 'POST',
        headers,
        body: '{"id":"evt_1","type":"refund.completed"}',
      })
    assert.is((await forge(signed)).statusCode, 401)
    await line(/^\S+ {2}NOT VERIFIED \(signature_mismatch\) {2}answered 401$/m)
    assert.is((await forge({})).statusCode, 401)
    await line(/NOT VERIFIED \(missing_signature\)/)
    assert.equal(own.arrived, [])
    assert.is((await agent.request({ origin, path: pathname, method: 'GET' })).statusCode, 405)
  } finally {
    await agent.destroy()
    await own.close()
  }
})

test('two at once have an endpoint each, and both get the event', async () => {
  const both = [listen('--events', 'refund.*'), listen('--events', 'refund.created')]
  const ids = await Promise.all(both.map(async ({ line }) => (await line(ENDPOINT))[1]))
  assert.is(new Set(ids).size, 2)
  const transaction_id = `tx_listen_${Date.now()}`
  const transaction = { transaction_id, user_id: 'u', amount: 5, currency: 'EUR', operation_type: 'payment' } as const
  await client.recordTransactions({ body: { ...transaction, timestamp: new Date().toISOString() } })
  const { refund_id } = await client.requestRefund({
    body: {
      transaction_id,
      refund: { amount: 5, currency: 'EUR', reason: 'confirmed_fraud' },
      beneficiary: { user_id: 'u', name: 'Ada Lovelace', account_number: '7000440001', bank_code: 'COBADEFF' },
    },
  })
  for (const { line } of both) await line(new RegExp(`refund\\.created {2}${refund_id} {2}verified {2}answered 200`))
})

test('a demo that is ended halfway removes its endpoint, prints no password or token, and ends', async () => {
  const env = { ...process.env, ...service.environment, PORT: new URL(service.url).port }
  const demo = spawn(process.execPath, ['src/programs/demo/main.ts'], { cwd: root, env })
  let text = ''
  demo.stdout.on('data', chunk => (text += chunk))
  demo.stderr.on('data', chunk => (text += chunk))
  const ended = new Promise<number | null>(done => demo.on('close', done))
  await until(
    async () => text,
    printed => printed.includes('Wait for the webhook'),
    60_000,
  )
  assert.is((await endpoints()).length, 1)
  demo.kill('SIGINT')
  assert.is(await ended, 1)
  assert.match(text, 'Ended before its end.')
  assert.equal(await endpoints(), [])
  assert.not.match(text, ADMIN.password)
  assert.not.match(text, /eyJ/)
})

test('a service that does not trust its certificate, or may not reach this machine, is reported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'other-ca-'))
  const { caPem } = await temporaryCa()
  writeFileSync(join(folder, 'ca.pem'), caPem)
  const other = await startTestService({ WEBHOOK_CA_FILE: join(folder, 'ca.pem') })
  const far = await startTestService({ WEBHOOK_ALLOW_CIDRS: '192.0.2.0/24' })
  try {
    const { line, child, ended } = spawnListener(other)
    const [, webhook_id = ''] = await line(ENDPOINT)
    const { event_id } = await createClient({ url: other.url, login: ADMIN }).sendTestEvent({
      path: { webhook_id },
      body: { event_type: 'refund.completed' },
    })
    const [told] = await line(/^.*NOT DELIVERED.*$/m)
    assert.match(
      told,
      `refund.completed  ${event_id}  NOT DELIVERED (tls_error): does the service run on this machine with`,
    )
    child.kill('SIGINT')
    assert.is(await ended, 0)
    const refused = spawnListener(far)
    assert.is(await refused.ended, 1)
    assert.match(
      refused.lines().join('\n'),
      /refused: INVALID_REQUEST url .*; does the service run on this machine with WEBHOOK/,
    )
  } finally {
    await Promise.all([other.end(), far.end()])
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a demo with a service of its own cleans up before that service ends, when Ctrl-C reaches all of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'))
  const own = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', EVENTSTORE_URL: '', REFUND_CANCEL_WINDOW_MS: '4000' }
  const env = { ...process.env, ...own }
  const demo = spawn(process.execPath, ['src/programs/demo/main.ts'], { cwd: root, env, detached: true })
  let text = ''
  demo.stdout.on('data', chunk => (text += chunk))
  demo.stderr.on('data', chunk => (text += chunk))
  const ended = new Promise<number | null>(done => demo.on('close', done))
  try {
    const waits = (printed: string) => printed.includes('Wait for the webhook')
    await until(async () => text, waits, 60_000)
    process.kill(-demo.pid!, 'SIGINT')
    assert.is(await ended, 1)
    assert.match(text, '"status": "deleted"')
    assert.equal(processesIn(folder, 'postgres'), [])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('ends, and leaves the account open, when its password was changed or its endpoint removed by another program', async () => {
  const [email, before, after] = ['listener@bank.example', 'the password of before', 'the password of after']
  await client.registerUser({ body: { email, role: 'integrator', password: before } })
  const own = createClient({ url: service.url, login: { email, password: before } })
  const [one, other] = [{ SERVICE_EMAIL: email, SERVICE_PASSWORD: before }, {}].map(login =>
    spawnListener(service, [], login),
  ) as [Listener, Listener]
  started.push(one, other)
  const [[, left = ''], [, gone = '']] = await Promise.all([one.line(ENDPOINT), other.line(ENDPOINT)])
  await client.deleteWebhook({ path: { webhook_id: gone } })
  await own.changePassword({ body: { current_password: before, new_password: after } })
  assert.equal(await Promise.all([one.ended, other.ended]), [1, 1])
  assert.is(
    one.lines().at(-1),
    `endpoint ${left} is left for the next start to remove: ${service.url} refused: AUTH_001: Invalid credentials; set SERVICE_EMAIL and SERVICE_PASSWORD`,
  )
  assert.is(other.lines().at(-1), `endpoint ${gone} was removed by another program: nothing arrives here any more`)
  const { role } = await createClient({ url: service.url, login: { email, password: after } }).me()
  assert.is(role, 'integrator')
  await client.deleteWebhook({ path: { webhook_id: left } })
})

async function told(args: string[], environment: Record<string, string> = {}) {
  const listener = spawnListening(args, { DATA_DIR: '/nonexistent/data', PORT: '1', ...environment })
  started.push(listener)
  return { status: await listener.ended, lines: listener.lines() }
}

test('explains itself, and incorrect usage', async () => {
  for (const args of [['-h'], ['--help', '--forward']]) {
    const { status, lines } = await told(args)
    assert.equal([status, lines[0]?.slice(0, 24)], [0, 'Usage: npm run listen --'])
  }
  const mistakes: [string[], RegExp][] = [
    [['--prot', '1'], /--prot/],
    [['extra'], /extra/],
    [['--port', '70000'], /^--port must be a number from 0 to 65535$/],
    [['--forward', 'localhost:3000'], /^--forward must be an http:\/\/ or https:\/\/ address, not "localhost:3000"$/],
    [['--events', 'a,,b'], /^--events must be names separated by commas$/],
  ]
  for (const [args, pattern] of mistakes) {
    const { status, lines } = await told(args)
    assert.equal([status, lines.length], [2, 3], lines.join('\n'))
    assert.match(lines[0]!, pattern)
    assert.match(lines[1]!, /^Usage: npm run listen -- /)
  }
})

test('prints in one line why it cannot run, and what to do', async () => {
  const login = { SERVICE_EMAIL: ADMIN.email, SERVICE_PASSWORD: ADMIN.password }
  const beside = { ...login, DATA_DIR: service.environment.DATA_DIR! }
  const port = new URL(service.url).port
  const cases: [string[], Record<string, string>, RegExp][] = [
    [[], {}, /^no login: start the service with `npm start`, or set SERVICE_EMAIL and SERVICE_PASSWORD/],
    [[], { SERVICE_EMAIL: 'a@b.example' }, /^SERVICE_EMAIL and SERVICE_PASSWORD go together$/],
    [['--port', port], beside, /^can't listen on port \d+ \(EADDRINUSE\): choose another with --port$/],
    [
      ['--url', `http://127.0.0.1:${await freePort()}`],
      beside,
      /did not answer \(ECONNREFUSED\): is it running\? `npm start` starts it$/,
    ],
    [
      ['--url', service.url],
      { ...beside, SERVICE_PASSWORD: 'wrong words here' },
      /refused: AUTH_001: Invalid credentials; set SERVICE_EMAIL and/,
    ],
    [
      ['--url', service.url, '--events', 'refund.paid'],
      beside,
      /refused: INVALID_REQUEST events refund\.paid is not an event/,
    ],
  ]
  for (const [args, environment, pattern] of cases) {
    const { status, lines } = await told(args, environment)
    assert.equal([status, lines.length], [1, 1], lines.join('\n'))
    assert.match(lines[0]!, pattern)
  }
})

test.after(service.end)
test.run()
