import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import type { Api } from '#http/api.ts'
import { until } from '../harness/client.ts'
import { suite } from '../harness/suite.ts'
import { startEdge } from './edge-under-test.ts'

const test = suite('the deadline of an answer')
const ANSWER_MS_MAX = 8_000
/** What a busy machine may add: what wakes after the deadline is answered 200 where there is none. */
const LATE_MS_MAX = 10_000
const ok = { response: { 200: z.object({ ok: z.boolean() }) } }
const body = z.object({ name: z.string() })
/** A store that wakes after the deadline. */
const wakes = () => delay(ANSWER_MS_MAX + 1_000)
let woken = 0

const routes = (api: Api) => {
  const config = { scope: 'any' } as const
  api.get('/silent', { config, schema: ok }, async () => {
    await wakes()
    woken += 1
    return { ok: true }
  })
  api.post('/silent', { config, schema: { ...ok, body } }, async (_request, reply) => {
    await wakes()
    woken += 1
    return reply.code(200).send({ ok: true })
  })
  api.get('/silent-before', { config, schema: ok, onRequest: async () => wakes() }, async () => ({ ok: true }))
  api.get('/silent-then-failing', { config, schema: ok }, async () => {
    await wakes()
    woken += 1
    throw new Error('it failed in the end')
  })
  api.post(
    '/fraud/score/silent',
    { config: { ...config, errorShape: 'nested' }, schema: { ...ok, body } },
    async () => {
      await wakes()
      return { ok: true }
    },
  )
  // It answers when others are given up.
  api.post('/patient', { config: { ...config, responseTimeoutMs: 20_000 }, schema: { ...ok, body } }, async () => {
    await wakes()
    return { ok: true }
  })
  api.get('/hasty', { config: { ...config, responseTimeoutMs: 200 }, schema: ok }, async () => {
    await wakes()
    return { ok: true }
  })
  api.post('/quick', { config, schema: { ...ok, body } }, async () => ({ ok: true }))
}
const edge = await startEdge({ routes: [routes] })
const [instance] = edge.instances
test.after(edge.stop)
const token = await edge.logIn()
const headers = { 'idempotency-key': '5f0c3a52-0c35-4f0e-9f43-6b1d6f7a9f11' }
const json = { name: 'x' }

test('what is not answered in time is answered with 503 and Retry-After, once, in the shape of its route', async () => {
  const since = performance.now()
  const answers = await Promise.all([
    instance!.call('GET', '/silent?never=logged', { token }),
    instance!.call('GET', '/silent', { token }),
    instance!.call('POST', '/silent', { token, json, headers }),
    instance!.call('GET', '/silent-before', { token }),
    instance!.call('GET', '/silent-then-failing', { token }),
    instance!.call('POST', '/v1/fraud/score/silent', { token, json }),
  ])
  const ms = performance.now() - since
  assert.ok(ms >= ANSWER_MS_MAX - 50 && ms < ANSWER_MS_MAX + LATE_MS_MAX, `${ms} ms`)
  const [refused, reading, writing, before, failing, nested] = answers
  assert.is(refused!.status, 400, 'an unknown parameter is no matter of time')
  for (const { status, body, headers } of [reading!, writing!, before!, failing!])
    assert.equal(
      [status, body.error_code, body.request_id, headers.get('retry-after')],
      [503, 'SERVICE_UNAVAILABLE', headers.get('x-request-id'), '2'],
    )
  assert.equal(reading!.body.details, { reason: 'a store did not respond in time' })
  assert.equal(writing!.body.details, {
    reason: 'a store did not respond in time; the outcome is unknown',
    repeat: 'with the same Idempotency-Key',
  })
  assert.is(nested!.status, 503)
  assert.is((nested!.body.error as { code: string }).code, 'SERVICE_UNAVAILABLE')
  // What wakes later has nobody to answer, and the log says nothing of it that a caller sent.
  await until(
    async () => woken,
    count => count >= 3,
  )
  assert.is((await instance!.call('POST', '/quick', { token, json })).status, 200)
  assert.is(woken, 3)
  assert.not.ok(edge.log.some(line => line.includes('ALREADY_SENT')))
})

test('what a caller takes to send its body is not counted', async () => {
  const sent = JSON.stringify({ name: 'a slow sender' })
  const sending = request(`${instance!.url}/quick`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(sent),
    },
  })
  const answered = new Promise<{ status: number | undefined; said: string }>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', async answer => resolve({ status: answer.statusCode, said: await text(answer) }))
  })
  sending.write(sent.slice(0, 5))
  await delay(ANSWER_MS_MAX + 1_000)
  sending.end(sent.slice(5))
  const { status, said } = await answered
  assert.is(status, 200, said)
})

test('a route may have another deadline', async () => {
  const since = performance.now()
  const hasty = await instance!.call('GET', '/hasty', { token })
  assert.is(hasty.status, 503)
  assert.ok(performance.now() - since < ANSWER_MS_MAX - 1_000)
  const patient = await instance!.call('POST', '/v1/patient', { token, json })
  assert.equal([patient.status, patient.body], [200, { ok: true }])
})

test.run()
