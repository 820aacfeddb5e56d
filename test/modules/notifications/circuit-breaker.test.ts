import * as assert from 'uvu/assert'
import type { PushOutcome } from '#edge/push/push-sender.ts'
import { createCircuitBreaker } from '#modules/notifications/circuit-breaker.ts'
import { createTokenRejectionGuard } from '#modules/notifications/token-rejection-guard.ts'
import { suite } from '../../harness/suite.ts'

/** When a push network is left alone, and when its word on tokens is not believed. */
const test = suite('circuit of a push network')
const SENT: PushOutcome = { is: 'sent', providerId: null }
const DOWN: PushOutcome = { is: 'later', about: 'network', retryAfterMs: null, reason: 'reset' }
const BUSY: PushOutcome = { is: 'later', about: 'message', retryAfterMs: 30_000, reason: 'TooManyRequests' }
const QUOTA: PushOutcome = { is: 'later', about: 'either', retryAfterMs: 90_000, reason: 'QUOTA_EXCEEDED' }
const KEY: PushOutcome = { is: 'credentials', reason: 'InvalidProviderToken' }
const REJECTED: PushOutcome = { is: 'token-rejected', reason: 'BadDeviceToken' }

function circuitAt() {
  let now = 0
  const circuit = createCircuitBreaker(() => now)
  return {
    circuit,
    after(ms: number) {
      now += ms
    },
    all(outcome: PushOutcome, times: number) {
      for (let n = 0; n < times; n += 1) circuit.recordOutcome(outcome, 'token')
    },
  }
}

test('five faults in a row shut it, and four with an answer between them do not', () => {
  const { circuit, all } = circuitAt()
  for (const outcome of [SENT, BUSY, REJECTED]) {
    all(DOWN, 4)
    circuit.recordOutcome(outcome, 'token')
    assert.is(circuit.acquire(), 0)
  }
  all(DOWN, 5)
  assert.is(circuit.acquire(), 1_000)
  assert.equal(circuit.outage(), { reason: 'reset', forMs: 1_000 })
})

test('then one message tries, the others wait for it, and each time that it fails they wait for twice as long, up to a minute', () => {
  const { circuit, all, after } = circuitAt()
  all(DOWN, 5)
  for (const gapMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    assert.is(circuit.acquire(), gapMs)
    after(gapMs)
    assert.is(circuit.acquire(), 0)
    assert.ok(circuit.acquire() > 0)
    circuit.recordOutcome(DOWN, 'token')
  }
  after(60_000)
  assert.is(circuit.acquire(), 0)
  circuit.recordOutcome(SENT, 'token')
  assert.equal([circuit.acquire(), circuit.outage()], [0, null])
  all(DOWN, 5)
  assert.is(circuit.acquire(), 1_000)
})

test('one that had entered and sent nothing leaves its turn to the next', () => {
  const { circuit, all, after } = circuitAt()
  all(DOWN, 5)
  after(1_000)
  assert.is(circuit.acquire(), 0)
  circuit.release()
  assert.is(circuit.acquire(), 0)
})

test('a network that refuses our credentials is probed once a minute, and one with Retry-After after that time', () => {
  const refused = circuitAt()
  refused.circuit.recordOutcome(KEY, 'token')
  assert.is(refused.circuit.acquire(), 60_000)
  const limited = circuitAt()
  limited.circuit.recordOutcome({ ...DOWN, retryAfterMs: 90_000 }, 'token')
  assert.is(limited.circuit.acquire(), 90_000)
  limited.after(89_999)
  assert.is(limited.circuit.acquire(), 1)
})

test("a rate limit of one or two devices is theirs, of three in a row it is the network's", () => {
  const { circuit, all, after } = circuitAt()
  const limit = (...tokens: string[]) => {
    for (const token of tokens) circuit.recordOutcome(QUOTA, token)
  }
  all(QUOTA, 20)
  limit('another')
  assert.equal([circuit.acquire(), circuit.outage()], [0, null])
  circuit.recordOutcome(SENT, 'a third one')
  limit('a third one', 'a fourth one')
  assert.is(circuit.acquire(), 0)
  limit('token')
  assert.is(circuit.acquire(), 90_000)
  after(90_000)
  // The one that tries is told so of itself again.
  assert.is(circuit.acquire(), 0)
  limit('token')
  assert.equal([circuit.acquire(), circuit.outage()], [0, null])
})

test('what had been sent before does not open it again', () => {
  const { circuit, all } = circuitAt()
  all(DOWN, 5)
  circuit.recordOutcome(SENT, 'token')
  assert.is(circuit.acquire(), 1_000)
})

test('a rejected token is believed while they are few, and none where all are', () => {
  const wrong = createTokenRejectionGuard()
  assert.equal(
    Array.from({ length: 20 }, () => wrong.record(REJECTED, 'client')),
    Array.from({ length: 20 }, () => false),
  )
  assert.equal(wrong.alarm(), { rejected: 20, of: 20 })
  const right = createTokenRejectionGuard()
  for (let n = 0; n < 100; n += 1) assert.is(right.record(SENT, 'client'), false)
  assert.equal(
    Array.from({ length: 7 }, () => right.record(REJECTED, 'client')),
    [true, true, true, true, true, false, false],
  )
  assert.equal(right.alarm(), { rejected: 7, of: 107 })
  for (let n = 0; n < 1_000; n += 1) right.record(SENT, 'client')
  assert.is(right.alarm(), null)
  assert.is(right.record(REJECTED, 'client'), true)
  for (const outcome of [DOWN, BUSY, KEY]) assert.is(right.record(outcome, 'client'), false)
})

test('a client whose tokens are wrong is doubted, and the tokens of no other one are', () => {
  const doubt = createTokenRejectionGuard()
  for (let n = 0; n < 100; n += 1) doubt.record(SENT, 'other')
  assert.equal(
    Array.from({ length: 50 }, () => doubt.record(REJECTED, 'odd')),
    [true, ...Array.from({ length: 49 }, () => false)],
  )
  assert.is(doubt.record(REJECTED, 'other'), true)
  // One of which nothing is known yet goes by what the others say of the configuration.
  assert.is(doubt.record(REJECTED, 'new'), true)
  assert.equal(doubt.alarm(), { rejected: 52, of: 152 })
  // Where a few of each one's are wrong, it is the configuration.
  const all = createTokenRejectionGuard()
  const clients = Array.from({ length: 20 }, (_, n) => `client ${n}`)
  for (const client of clients) for (let n = 0; n < 4; n += 1) all.record(SENT, client)
  const taken = clients.filter(client => all.record(REJECTED, client))
  assert.ok(taken.length <= 4, taken.join())
})

test.run()
