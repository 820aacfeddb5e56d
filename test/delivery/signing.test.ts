import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { Webhook } from 'standardwebhooks'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { retryDelivery } from '#commands/webhooks/retry-delivery.ts'
import { rotateSecret } from '#commands/webhooks/rotate-secret.ts'
import { sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { signatureHeaders, signingKey } from '#delivery/dispatch/sign.ts'
import { openPayload } from '#delivery/enqueue/payload.ts'
import { uuidOf } from '#delivery/queue.ts'
import { requestBody, sharedPart } from '#domain/webhooks/envelope.ts'
import { type Received, startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const test = suite('delivery: signatures and rotation')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem, config: { WEBHOOK_RETRY_BASE_MS: 60 } })
await engine.start()
/** On every machine that can run this: an implementation of the spec's scheme that is not ours. */
const OPENSSL = 'openssl'
/** Every secret that was ever shown. */
const secrets: string[] = []

/** The spec's signature by another implementation: openssl on the raw bytes. */
function opensslHmac({ headers, body }: Received, secret: string): string {
  const input = Buffer.concat([Buffer.from(`${headers['x-service-timestamp']}.`), body])
  const out = execFileSync(OPENSSL, ['dgst', '-sha256', '-hmac', secret, '-hex'], { input })
  return out.toString().trim().split(' ').at(-1) ?? ''
}

async function endpoint(path: string, secret?: string) {
  const clientId = `clt_${path}`
  const created = await engine.webhook({ url: `${sink.url}/${path}`, secret }, clientId)
  secrets.push(created.secret)
  const got = () => sink.received.filter(request => request.path.endsWith(`/${path}`))
  return {
    ...created,
    clientId,
    got,
    async send() {
      const before = got().length
      await engine.refund(clientId)
      await until('a request', () => got().length > before)
      return got().at(-1)!
    },
    async rotate() {
      const rotated = await rotateSecret(engine.service, engine.context(clientId), { webhook_id: created.webhook_id })
      secrets.push(rotated.secret)
      return rotated
    },
  }
}

/**
 * Answers what comes, with the status of the moment it came, when the answer is called: nothing is tried again
 * before.
 */
function answersLater(status: () => number): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  sink.respond((_, response) => {
    const code = status()
    void promise.then(() => response.writeHead(code).end())
  })
  return resolve
}

test('openssl and the standardwebhooks package verify a delivery by its raw bytes', async () => {
  const { secret, send, webhook_id } = await endpoint('both')
  const request = await send()
  assert.is(request.headers['x-service-signature'], opensslHmac(request, secret))
  assert.is(request.headers['x-service-webhook-id'], webhook_id)
  const event = new Webhook(secret).verify(request.body.toString(), request.headers as Record<string, string>)
  assert.is((event as { id: string }).id, request.headers['x-service-event-id'])
  assert.ok(Math.abs(Number(request.headers['x-service-timestamp']) - request.at / 1_000) < 30)
})

test('a secret of the caller that is no base64 signs as its text', async () => {
  const { secret, send } = await endpoint('own', 'correct-horse-battery-staple')
  assert.is(secret, 'correct-horse-battery-staple')
  const request = await send()
  assert.is(request.headers['x-service-signature'], opensslHmac(request, secret))
  new Webhook(secret, { format: 'raw' }).verify(request.body.toString(), request.headers as Record<string, string>)
})

test('a changed body, timestamp or event id does not verify', async () => {
  const { secret, send } = await endpoint('changed')
  const { headers, body } = await send()
  const given = headers as Record<string, string>
  const verify = (text: string, more: Record<string, string>) => new Webhook(secret).verify(text, { ...given, ...more })
  assert.throws(() => verify(`${body} `, {}))
  assert.throws(() => verify(body.toString(), { 'webhook-id': 'evt_other' }))
  assert.throws(() => verify(body.toString(), { 'webhook-timestamp': String(Number(given['webhook-timestamp']) + 1) }))
})

test('every attempt has its own timestamp and number, and one event id', async () => {
  const { secret, send, got } = await endpoint('retried')
  const moved = answersLater(() => (got().length < 3 ? 500 : 200))
  await engine.clock.set(0)
  await send()
  await engine.clock.set(2_000)
  moved()
  await until('three attempts', () => got().length === 3)
  sink.respond((_, response) => response.end())
  const requests = got()
  assert.is(new Set(requests.map(({ headers }) => headers['x-service-event-id'])).size, 1)
  assert.is(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, 1)
  const numbers = requests.map(({ body }) => JSON.parse(body.toString()).metadata.delivery_attempt)
  assert.equal(numbers, [1, 2, 3])
  const times = requests.map(({ headers }) => Number(headers['x-service-timestamp']))
  assert.ok(times[2]! > times[0]!, `timestamps ${times}`)
  const data = requests.map(({ body }) => body.toString().split(',"metadata":{"webhook_id"')[0])
  assert.is(new Set(data).size, 1, 'the shared bytes are the same each time')
  for (const request of requests) assert.is(request.headers['x-service-signature'], opensslHmac(request, secret))
  await engine.clock.set(0)
})

test('after a rotation the newest secret signs, and the one before beside it for 24 hours', async () => {
  const { secret: first, send, rotate } = await endpoint('rotated')
  assert.is((await send()).headers['x-service-signature-previous'], undefined)
  const { secret: second, previous_expires_at } = await rotate()
  const request = await send()
  assert.is(request.headers['x-service-signature'], opensslHmac(request, second))
  assert.is(request.headers['x-service-signature-previous'], opensslHmac(request, first))
  for (const secret of [first, second])
    new Webhook(secret).verify(request.body.toString(), request.headers as Record<string, string>)
  const hours = (Date.parse(previous_expires_at) - Date.now()) / 3_600_000
  assert.ok(Math.abs(hours - 24) < 0.01)
  await engine.clock.set(24 * 3_600_000 + 1_000)
  const later = await send()
  await engine.clock.set(0)
  assert.is(later.headers['x-service-signature'], opensslHmac(later, second))
  assert.is(later.headers['x-service-signature-previous'], undefined)
})

/** What a receiver of the spec's four headers and of one secret says: the event, or 401. */
function takes(request: Received, secret: string): boolean {
  const timestamp = Number(request.headers['x-service-timestamp'])
  return (
    Math.abs(timestamp - request.at / 1_000) < 300 &&
    request.headers['x-service-signature'] === hmac(request, secret) &&
    request.headers['x-service-event-id'] !== undefined &&
    request.headers['x-service-webhook-id'] !== undefined
  )
}

function hmac({ headers, body }: Received, secret: string): string {
  return createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.`).update(body).digest('hex')
}

for (const count of [3, 5])
  test(`of ${count} secrets within 24 hours, a receiver of any single one has the event within the eight attempts`, async () => {
    const { secret: first, send, got, rotate, webhook_id } = await endpoint(`of-${count}`)
    const known = [first]
    while (known.length < count) known.unshift((await rotate()).secret)
    for (const [place, secret] of known.entries()) {
      const before = got().length
      sink.respond((request, response) => void response.writeHead(takes(request, secret) ? 200 : 401).end())
      await send()
      const delivery = async () => (await engine.deliveries(webhook_id))[0]!
      await until('an end', async () => (await delivery()).status !== 'pending')
      assert.equal([(await delivery()).status, (await delivery()).attempts], ['succeeded', place + 1])
      for (const [index, request] of got().slice(before).entries()) {
        const own = known.map(each => hmac(request, each))
        assert.is(request.headers['x-service-signature'], own.splice(index, 1)[0], `attempt ${index + 1}`)
        assert.is(request.headers['x-service-signature-previous'], own.join(','))
        for (const each of known)
          new Webhook(each).verify(request.body.toString(), request.headers as Record<string, string>)
      }
    }
    sink.respond((_, response) => response.end())
  })

test('a manual attempt and a test event take their turn by the number of the attempt, too', async () => {
  const { secret: first, got, rotate, webhook_id, clientId } = await endpoint('turns')
  const { secret: second } = await rotate()
  const context = engine.context(clientId)
  const { delivery_id } = await sendTestEvent(engine.service, context, { webhook_id, event_type: 'refund.created' })
  for (const [index, secret] of [second, first, second].entries()) {
    await until('an attempt on record', async () => (await engine.deliveries(webhook_id))[0]?.attempts === index + 1)
    assert.is(got()[index]!.headers['x-service-signature'], hmac(got()[index]!, secret))
    await retryDelivery(engine.service, engine.byService(), { webhook_id, delivery_id })
  }
})

test('a secret whose time ends between two attempts has no turn any more', async () => {
  const { secret: first, send, got, rotate, webhook_id } = await endpoint('ended')
  const { secret: second } = await rotate()
  await engine.clock.set(12 * 3_600_000)
  const { secret: third } = await rotate()
  const over = answersLater(() => (got().length === 1 ? 401 : 200))
  await send()
  // From here on the first secret is over, and the second is not.
  await engine.clock.set(24 * 3_600_000 + 1_000)
  over()
  await until('delivered', async () => (await engine.deliveries(webhook_id))[0]?.status === 'succeeded')
  await engine.clock.set(0)
  sink.respond((_, response) => response.end())
  const signatures = got().map(({ headers }) => [
    headers['x-service-signature'],
    headers['x-service-signature-previous'],
  ])
  const [one, two] = got() as [Received, Received]
  assert.equal(signatures, [
    [hmac(one, third), `${hmac(one, second)},${hmac(one, first)}`],
    [hmac(two, second), hmac(two, third)],
  ])
})

test('a retry queued before a rotation is signed with the secrets of its own time', async () => {
  const { secret: first, send, got, rotate } = await endpoint('queued')
  const rotated = answersLater(() => (got().length < 2 ? 500 : 200))
  await send()
  const { secret: second } = await rotate()
  rotated()
  await until('the retry', () => got().length === 2)
  const retry = got()[1]!
  assert.is(retry.headers['x-service-signature'], opensslHmac(retry, first))
  assert.is(retry.headers['x-service-signature-previous'], opensslHmac(retry, second))
  sink.respond((_, response) => response.end())
})

test('under load, what is created after the rotation has answered carries the new secret', async () => {
  const { send, got, rotate, clientId } = await endpoint('loaded')
  await send()
  let loading = true
  const load = (async () => {
    while (loading) {
      await engine.refund(clientId)
      await delay(8)
    }
  })()
  await delay(200)
  try {
    for (let turn = 0; turn < 4; turn += 1) {
      const { secret } = await rotate()
      const answered = new Date().toISOString()
      const after = () => got().filter(({ body }) => JSON.parse(body.toString()).created_at > answered)
      await until('what was created after it', () => after().length >= 3)
      for (const request of after().slice(0, 3))
        assert.is(request.headers['x-service-signature'], opensslHmac(request, secret), `rotation ${turn}`)
    }
  } finally {
    loading = false
    await load
  }
})

test('the bytes sent, signed and published are the same for odd JSON', async () => {
  const data = { object: 'x', 'z ': 1, a: '\u2028 \u2029 😀 \ud800 "\\', big: 9007199254740993n.toString(), one: 1.0 }
  const shared = sharedPart({ id: 'evt_1', type: 't', created_at: '2026-01-01T00:00:00.000Z', data })
  const body = requestBody(Buffer.from(shared), {
    webhook_id: 'wh_1',
    delivery_attempt: 1,
    sequence: 1,
    test_mode: false,
  })
  assert.ok(body.subarray(0, Buffer.byteLength(shared)).equals(Buffer.from(shared)))
  assert.equal(JSON.parse(body.toString()).data, JSON.parse(JSON.stringify(data)))
  const keys = [signingKey(1, 'secret-of-the-test', null)]
  const headers = signatureHeaders(keys, { eventId: 'evt_1', webhookId: 'wh_1', attempt: 1, body, at: new Date() })
  const request = { path: '', headers, body, at: 0, from: '' }
  assert.is(headers['x-service-signature'], opensslHmac(request, 'secret-of-the-test'))
})

test('odd text in an event reaches the endpoint byte for byte as it was stored, and signed so', async () => {
  const description = ' \u2028\u2029 😀 \\ " </script> \t{"a": 1.0,  "b": 9007199254740993} é'
  const { secret, clientId, got } = await endpoint('odd')
  await engine.refund(clientId, { description })
  await until('a request', () => got().length === 1)
  const [request] = got()
  assert.is(JSON.parse(request!.body.toString()).data.description, description)
  const event = uuidOf(String(request!.headers['x-service-event-id']))
  const stored = await engine.service.db.oneFirst(sql.type(z.object({ body: z.instanceof(Buffer) }))`
    select body from ops.webhook_events where event = ${event}`)
  const shared = await openPayload(engine.service, event, stored)
  assert.ok(request!.body.subarray(0, shared!.length).equals(shared!))
  assert.is(request!.headers['x-service-signature'], opensslHmac(request!, secret))
})

test('secrets appear in no log line, list, table or metric', async () => {
  assert.ok(secrets.length > 8 && engine.logged.length > 10)
  const rows = await engine.service.db.anyFirst(sql.type(z.object({ row: z.string() }))`
    select e::text as row from ops.webhook_endpoints e union all select d::text from ops.webhook_deliveries d
    union all select a::text from ops.webhook_attempts a union all select convert_from(body, 'UTF8') from ops.webhook_events`)
  const endpoints = await engine.service.db.anyFirst(sql.type(z.object({ webhook: z.string() }))`
    select webhook from ops.webhook_endpoints where status <> 'deleted'`)
  const events = await Promise.all(endpoints.map(webhook => engine.service.store.read(`webhook-wh_${webhook}`)))
  assert.ok(events.flat().length > 1)
  const places = [engine.logged, rows, events, await engine.service.metrics.metrics()].map(place =>
    JSON.stringify(place),
  )
  for (const secret of secrets) for (const place of places) assert.not.ok(place.includes(secret))
})

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
