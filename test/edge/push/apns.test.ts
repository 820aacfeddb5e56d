import * as assert from 'uvu/assert'
import { createApnsSender } from '#edge/push/apns.ts'
import { payloadBytes } from '#edge/push/payload.ts'
import type { PushOutcome } from '#edge/push/push-sender.ts'
import type { SandboxReply } from '#embedded/push/responder.ts'
import { until } from '../../harness/client.ts'
import { apnsForTest, refuse } from '../../harness/push-servers.ts'
import { silentLine } from '../../harness/silent-line.ts'
import { suite } from '../../harness/suite.ts'
import { hexToken, messageOf } from './messages.ts'

/** Through apns2 to a server that speaks APNs. */
const test = suite('APNs sender')
const expired = new Set<string>()
const network = await apnsForTest({ isExpired: token => expired.has(token) })
const sender = await createApnsSender(network.access)
test.beforeEach(() => network.respond(() => ({ do: 'accept' })))
test.after(async () => {
  await sender.close()
  await network.server.close()
})

const arrivals = (token: string) => network.server.requests().filter(arrival => arrival.token === token)

test('what arrives is what was sent, letter by letter, and the network’s id is answered', async () => {
  const title = 'Zahlung 💸\nשלום עליכם ‏مرحبا e\u0301'
  const message = messageOf({ title, data: { refund_id: 'rf_1', aps: 'not the alert', from: 'x' }, priority: 'high' })
  const outcome = await sender.send(message)
  const [arrived] = arrivals(message.token)
  assert.is(outcome.is, 'sent')
  assert.match(outcome.is === 'sent' ? (outcome.providerId ?? '') : '', /^[0-9A-F-]{36}$/)
  assert.equal(arrived?.payload, {
    aps: {
      'interruption-level': 'time-sensitive',
      alert: { title, body: 'It is on its way.' },
      sound: 'default',
      badge: 3,
    },
    ...{ refund_id: 'rf_1', from: 'x', category: 'refund_status', notification_id: message.notificationId },
  })
  assert.is(payloadBytes('apns', message), Buffer.byteLength(JSON.stringify(arrived?.payload)))
  // Priority 10 is what APNs takes for granted.
  assert.equal(arrived?.headers, {
    'apns-push-type': 'alert',
    'apns-topic': 'com.example.bank',
    'apns-collapse-id': 'refund:rf_1',
    'apns-expiration': String(Math.floor(message.expiresAt.getTime() / 1_000)),
  })
})

test('a priority is an urgency: 5 for normal and low, and a critical sound for what may break the silence', async () => {
  const level = async (more: object) => {
    const message = messageOf(more)
    assert.is((await sender.send(message)).is, 'sent')
    const [arrived] = arrivals(message.token)
    const { aps } = arrived!.payload as { aps: Record<string, unknown> }
    return [arrived?.headers['apns-priority'], aps['interruption-level'], aps.sound]
  }
  assert.equal(await level({ priority: 'low' }), ['5', 'passive', 'default'])
  assert.equal(await level({ priority: 'normal', sound: 'coin.caf' }), ['5', 'active', 'coin.caf'])
  assert.equal(await level({ priority: 'critical' }), [undefined, 'time-sensitive', 'default'])
  const loud = { critical: 1, name: 'siren.caf', volume: 1 }
  assert.equal(await level({ priority: 'critical', sound: 'siren.caf', isCriticalAlertAllowed: true }), [
    ...[undefined, 'time-sensitive', loud],
  ])
  assert.equal(await level({ priority: 'high', isCriticalAlertAllowed: true }), [
    undefined,
    'time-sensitive',
    'default',
  ])
})

test('messages do not wait for the answers to those before, as many as a queue sends at once', async () => {
  const answers: ((reply: SandboxReply) => void)[] = []
  network.respond(() => new Promise<SandboxReply>(resolve => answers.push(resolve)))
  const sending = Array.from({ length: 64 }, () => sender.send(messageOf({})))
  await until(
    async () => answers.length,
    count => count === sending.length,
    // Before the first one would be given up.
    8_000,
  )
  for (const answer of answers) answer({ do: 'accept' })
  for (const outcome of await Promise.all(sending)) assert.is(outcome.is, 'sent')
})

const since = 1_700_000_000_000
const table: [status: number, reason: string, more: object, outcome: PushOutcome][] = [
  [410, 'Unregistered', { timestamp: since }, { is: 'token-dead', since: new Date(since), reason: 'Unregistered' }],
  [410, 'ExpiredToken', { timestamp: since }, { is: 'token-dead', since: new Date(since), reason: 'ExpiredToken' }],
  // What is no time of a token's says nothing of when, and a token that died at no time is dead all the same.
  [410, 'Unregistered', {}, { is: 'token-dead', since: null, reason: 'Unregistered' }],
  [410, 'Unregistered', { timestamp: 'yesterday' }, { is: 'token-dead', since: null, reason: 'Unregistered' }],
  [410, 'Unregistered', { timestamp: 1e17 }, { is: 'token-dead', since: null, reason: 'Unregistered' }],
  [410, 'Unregistered', { timestamp: since / 1_000 }, { is: 'token-dead', since: null, reason: 'Unregistered' }],
  [410, 'UnknownError', { timestamp: since }, { is: 'token-dead', since: null, reason: 'HTTP 410' }],
  [400, 'BadDeviceToken', {}, { is: 'token-rejected', reason: 'BadDeviceToken' }],
  [400, 'DeviceTokenNotForTopic', {}, { is: 'token-rejected', reason: 'DeviceTokenNotForTopic' }],
  [403, 'InvalidProviderToken', {}, { is: 'credentials', reason: 'InvalidProviderToken' }],
  [403, 'MissingProviderToken', {}, { is: 'credentials', reason: 'MissingProviderToken' }],
  [400, 'TopicDisallowed', {}, { is: 'credentials', reason: 'TopicDisallowed' }],
  [403, 'SomethingNew', {}, { is: 'credentials', reason: 'unknown' }],
  // What every object has is no reason either.
  [400, 'constructor', {}, { is: 'refused', reason: 'unknown' }],
  [400, 'push.internal:443 /run/secrets/key.p8', {}, { is: 'refused', reason: 'unknown' }],
  [410, 'Unregistered', { timestamp: 1e300 }, { is: 'token-dead', since: null, reason: 'Unregistered' }],
  [413, 'PayloadTooLarge', {}, { is: 'refused', reason: 'PayloadTooLarge' }],
  [400, 'BadExpirationDate', {}, { is: 'refused', reason: 'BadExpirationDate' }],
  [
    ...([429, 'TooManyRequests', { retryAfter: '30' }] as const),
    { is: 'later', about: 'message', retryAfterMs: 30_000, reason: 'TooManyRequests' },
  ],
  [
    ...([500, 'InternalServerError', {}] as const),
    { is: 'later', about: 'network', retryAfterMs: null, reason: 'InternalServerError' },
  ],
  [
    ...([503, 'ServiceUnavailable', { retryAfter: '7' }] as const),
    { is: 'later', about: 'network', retryAfterMs: 7_000, reason: 'ServiceUnavailable' },
  ],
]
for (const [status, reason, more, outcome] of table)
  test(`${status} ${reason} ${JSON.stringify(more)} is ${outcome.is}`, async () => {
    network.respond(() => refuse(status, reason, more))
    const message = messageOf()
    assert.equal(await sender.send(message), outcome)
    assert.is(arrivals(message.token).length, 1)
  })

test('an expired provider token is renewed once for all messages that used it, and not again if that does not help', async () => {
  const own = await apnsForTest({ isExpired: token => expired.has(token) })
  const once = await createApnsSender(own.access)
  try {
    assert.is((await once.send(messageOf())).is, 'sent')
    expired.add(own.server.lastToken() ?? '')
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => once.send(messageOf())))
    assert.equal(new Set(outcomes.map(({ is }) => is)), new Set(['sent']))
    assert.is(own.server.tokenCount(), 2)
    expired.add(own.server.lastToken() ?? '')
    const again = await Promise.all(Array.from({ length: 20 }, () => once.send(messageOf())))
    for (const outcome of again) assert.equal(outcome, { is: 'credentials', reason: 'ExpiredProviderToken' })
    assert.is(own.server.tokenCount(), 2)
  } finally {
    await once.close()
    await own.server.close()
  }
})

test('what no transport sends is refused as the message that it is, and says nothing of the network', async () => {
  for (const collapseId of ['a\nb', 'é😀']) {
    const message = messageOf({ collapseId })
    assert.equal(await sender.send(message), { is: 'refused', reason: 'invalid_message' })
    assert.is(arrivals(message.token).length, 0)
  }
  assert.is((await sender.send(messageOf())).is, 'sent')
})

test('a connection that gets GOAWAY or is cut costs one attempt', async () => {
  for (const doing of ['go_away', 'reset'] as const) {
    let met = 0
    network.respond(() => {
      met += 1
      return met === 20 ? { do: doing } : { do: 'accept' }
    })
    const messages = Array.from({ length: 200 }, () => messageOf())
    let open = messages
    await until(
      async () => {
        const outcomes = await Promise.all(open.map(message => sender.send(message)))
        for (const outcome of outcomes)
          assert.ok(outcome.is === 'sent' || (outcome.is === 'later' && outcome.about === 'network'), outcome.is)
        open = open.filter((_, index) => outcomes[index]?.is !== 'sent')
        return open.length
      },
      left => left === 0,
    )
    assert.ok(messages.every(({ token }) => arrivals(token).some(({ status }) => status === 200)))
  }
})

test('a network that does not respond times out, and the request is repeated', async () => {
  network.respond(() => ({ do: 'hang' }))
  const before = performance.now()
  const outcome = await sender.send(messageOf())
  assert.equal(outcome, { is: 'later', about: 'network', retryAfterMs: null, reason: 'timeout' })
  assert.ok(performance.now() - before < 10_000)
  network.respond(() => ({ do: 'accept' }))
  assert.is((await sender.send(messageOf())).is, 'sent')
})

test('a connection that carries nothing any more is left for another one', async () => {
  const line = await silentLine(network.server.port)
  const lined = await createApnsSender({ ...network.access, endpoint: `https://127.0.0.1:${line.port}` })
  try {
    assert.is((await lined.send(messageOf())).is, 'sent')
    line.silenceWhatIsOpen()
    const meanwhile = await Promise.all(Array.from({ length: 8 }, () => lined.send(messageOf())))
    assert.ok(meanwhile.some(({ is }) => is === 'later'))
    const afterwards = await Promise.all(Array.from({ length: 8 }, () => lined.send(messageOf())))
    assert.equal(new Set(afterwards.map(({ is }) => is)), new Set(['sent']))
  } finally {
    await lined.close()
    line.close()
  }
})

test('a network that is not there is none that answers', async () => {
  const own = await apnsForTest()
  await own.server.close()
  const lost = await createApnsSender(own.access)
  const outcome = await lost.send(messageOf())
  assert.equal(outcome, { is: 'later', about: 'network', retryAfterMs: null, reason: 'refused' })
  await lost.close()
})

test('a server without a certificate that is trusted gets nothing', async () => {
  const { ca: _, ...access } = network.access
  const careful = await createApnsSender(access)
  const message = messageOf({ token: hexToken() })
  const outcome = await careful.send(message)
  assert.equal(outcome, { is: 'later', about: 'network', retryAfterMs: null, reason: 'certificate' })
  assert.is(arrivals(message.token).length, 0)
  await careful.close()
})

test.run()
