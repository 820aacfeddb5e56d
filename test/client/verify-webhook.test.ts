import { Webhook } from 'standardwebhooks'
import * as assert from 'uvu/assert'
import { verifyWebhook, type WebhookProblem, WebhookVerificationError } from '#client/index.ts'
import { signatureHeaders, signingKey } from '#delivery/dispatch/sign.ts'
import { suite } from '../harness/suite.ts'

/** Against the service's own signing, and Standard Webhooks' own library. */
const test = suite('verifyWebhook')

const [OLD, NEW] = ['whsec_b2xkIG9sZCBvbGQgb2xkIG9sZCBvbGQgb2xkIG9sZCE=', 'a secret of the owner'] as const
const AT = new Date('2026-11-01T12:00:00Z')
const options = { nowMs: AT.getTime() }
const event = { id: 'evt_1', type: 'refund.completed', data: { object: 'refund', note: 'Zürich' } }
const body = Buffer.from(JSON.stringify(event))

const until = new Date(AT.getTime() + 1_000).toISOString()
const keys = [signingKey(2, NEW, null), signingKey(1, OLD, until)]
const signed = (attempt = 1, by = keys) =>
  signatureHeaders(by, { eventId: 'evt_1', webhookId: 'wh_1', attempt, body, at: AT })

function problemOf(verify: () => unknown): WebhookProblem | null {
  try {
    verify()
    return null
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason
    throw error
  }
}

/** Without the headers that begin so. */
function without(headers: Record<string, string>, ...beginnings: string[]): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !beginnings.some(one => name.startsWith(one)))
  return Object.fromEntries(kept)
}

test('answers the event, whether body and headers come as text, bytes, Headers or as node:http has them', () => {
  const headers = signed()
  const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]))
  for (const given of [headers, new Headers(headers), upper])
    for (const raw of [body, body.toString(), new Uint8Array(body)])
      assert.equal(verifyWebhook(raw, given, NEW, options), event)
})

test('either secret of a rotation fits at every attempt, alone and in a list', () => {
  for (const attempt of [1, 2, 3])
    for (const secret of [NEW, OLD, [OLD, NEW], ['another secret of mine', OLD]])
      assert.equal(verifyWebhook(body, signed(attempt), secret, options), event)
})

test('the Standard Webhooks headers are enough', () => {
  for (const secret of [NEW, OLD])
    assert.equal(verifyWebhook(body, without(signed(), 'x-service'), secret, options), event)
  const timestamp = String(AT.getTime() / 1_000)
  const library = new Webhook(OLD).sign('evt_1', AT, body.toString())
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': library }
  assert.equal(verifyWebhook(body, headers, OLD, options), event)
})

test('another secret, body, timestamp or signature is a mismatch, in both schemes', () => {
  const changed = Buffer.from(body.toString().replace('evt_1', 'evt_2'))
  for (const headers of [without(signed(), 'webhook-'), without(signed(), 'x-service')]) {
    assert.is(
      problemOf(() => verifyWebhook(body, headers, 'another secret', options)),
      'signature_mismatch',
    )
    assert.is(
      problemOf(() => verifyWebhook(changed, headers, NEW, options)),
      'signature_mismatch',
    )
    const later = Object.fromEntries(
      Object.entries(headers).map(([name, of]) => [name, name.endsWith('timestamp') ? String(Number(of) + 1) : of]),
    )
    assert.is(
      problemOf(() => verifyWebhook(body, later, NEW, options)),
      'signature_mismatch',
    )
  }
  const spoilt = (value: string) => {
    const headers = { ...signed(1, [keys[0]!]), 'x-service-signature': value }
    return problemOf(() => verifyWebhook(body, headers, NEW, options))
  }
  const short = signed()['x-service-signature'].slice(0, -2)
  assert.equal(['00', 'f'.repeat(64), short].map(spoilt), Array(3).fill('signature_mismatch'))
  assert.is(spoilt('no hex at all'), 'missing_signature')
})

test('300 seconds either way are tolerated, not one more', () => {
  const at = (seconds: number) =>
    problemOf(() => verifyWebhook(body, signed(), NEW, { nowMs: options.nowMs + seconds * 1_000 }))
  assert.equal([300, -300, 301, -301].map(at), [null, null, 'timestamp_out_of_tolerance', 'timestamp_out_of_tolerance'])
  const wide = { nowMs: options.nowMs + 301_000, toleranceS: 600 }
  assert.equal(verifyWebhook(body, signed(), NEW, wide), event)
})

test('without signature or timestamp, or with a timestamp that is none, it is refused', () => {
  assert.is(
    problemOf(() => verifyWebhook(body, {}, NEW, options)),
    'missing_signature',
  )
  const bare = without(signed(), 'webhook-')
  assert.is(
    problemOf(() => verifyWebhook(body, without(bare, 'x-service-timestamp'), NEW, options)),
    'missing_signature',
  )
  for (const timestamp of ['soon', '1e9', '-5', 'NaN', 'Infinity'])
    assert.is(
      problemOf(() => verifyWebhook(body, { ...bare, 'x-service-timestamp': timestamp }, NEW, options)),
      'malformed_timestamp',
    )
})

test('a header that names another event than the signed body is refused', () => {
  const named = { ...without(signed(), 'webhook-'), 'x-service-event-id': 'evt_2' }
  assert.is(
    problemOf(() => verifyWebhook(body, named, NEW, options)),
    'malformed_event',
  )
})

test('a secret that is not set verifies nothing', () => {
  for (const none of ['', [], ['']]) assert.throws(() => verifyWebhook(body, signed(), none, options), /needs a secret/)
})

test.run()
