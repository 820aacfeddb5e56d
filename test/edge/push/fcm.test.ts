import * as assert from 'uvu/assert'
import { createFcmSender } from '#edge/push/fcm.ts'
import { payloadBytes } from '#edge/push/payload.ts'
import type { PushOutcome } from '#edge/push/push-sender.ts'
import type { PushReason } from '#edge/push/reasons.ts'
import type { SandboxReply } from '#embedded/push/responder.ts'
import { until } from '../../harness/client.ts'
import { fcmError, fcmForTest, refuse } from '../../harness/push-servers.ts'
import { suite } from '../../harness/suite.ts'
import { androidToken } from '../../modules/notifications/device-samples.ts'
import { messageOf as anyMessage } from './messages.ts'

/** Through firebase-admin to a server that speaks FCM v1. */
const test = suite('FCM sender')
const network = await fcmForTest()
const sender = await createFcmSender(network.access)
test.beforeEach(() => network.respond(() => ({ do: 'accept' })))
test.after(async () => {
  await sender.close()
  await network.server.close()
})

const messageOf = (more: object = {}) => anyMessage({ token: androidToken(), ...more })
const arrivals = (token: string) => network.server.requests().filter(arrival => arrival.token === token)

test('what arrives is what was sent, letter by letter, and the network’s name for it is answered', async () => {
  const title = 'Zahlung 💸\nשלום עליכם ‏مرحبا e\u0301'
  const message = messageOf({ title, priority: 'high', expiresAt: new Date(Date.now() + 600_000) })
  const outcome = await sender.send(message)
  const [arrived] = arrivals(message.token)
  assert.match(outcome.is === 'sent' ? (outcome.providerId ?? '') : outcome.is, /^projects\/bank-test\/messages\//)
  const { ttl, ...android } = (arrived!.payload as { android: Record<string, unknown> }).android
  assert.equal(
    { ...(arrived?.payload as object), android },
    {
      notification: { title, body: 'It is on its way.' },
      data: { refund_id: 'rf_1', category: 'refund_status', notification_id: message.notificationId },
      android: {
        ...{ priority: 'high', collapse_key: 'refund:rf_1' },
        notification: { tag: 'refund:rf_1', sound: 'default', notification_count: 3 },
      },
    },
  )
  const seconds = Number(String(ttl).replace(/s$/, ''))
  assert.ok(seconds > 590 && seconds <= 600, String(ttl))
  const { notification, data } = arrived!.payload as { notification: object; data: object }
  assert.ok(payloadBytes('fcm', message) > Buffer.byteLength(JSON.stringify({ notification, data })))
})

test('what is not urgent wakes no phone', async () => {
  const message = messageOf({ priority: 'low', sound: 'coin' })
  await sender.send(message)
  const { android } = arrivals(message.token)[0]!.payload as { android: Record<string, { sound?: string }> }
  assert.equal([android.priority, android.notification?.sound], ['normal', 'coin'])
})

const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest'
const bad = (field: string) => ({ details: [{ '@type': BAD_REQUEST, fieldViolations: [{ field }] }] })
const later = (
  about: 'message' | 'network' | 'either',
  retryAfterMs: number | null,
  reason: PushReason,
): PushOutcome => ({
  ...{ is: 'later', about, retryAfterMs, reason },
})
const table: [name: string, reply: SandboxReply, outcome: PushOutcome, asked: number][] = [
  [
    ...(['404 UNREGISTERED', refuse(404, 'NOT_FOUND', fcmError('UNREGISTERED'))] as const),
    ...([{ is: 'token-dead', since: null, reason: 'UNREGISTERED' }, 1] as const),
  ],
  // The library calls both by one name: a wrong project must not take everybody's devices.
  ['404 of the project', refuse(404, 'NOT_FOUND'), { is: 'credentials', reason: 'NOT_FOUND' }, 1],
  [
    ...(['400 of the token', refuse(400, 'INVALID_ARGUMENT', fcmError('INVALID_ARGUMENT'))] as const),
    ...([{ is: 'token-rejected', reason: 'INVALID_ARGUMENT' }, 2] as const),
  ],
  [
    ...(['400 of the token’s field', refuse(400, 'INVALID_ARGUMENT', bad('message.token'))] as const),
    ...([{ is: 'token-rejected', reason: 'INVALID_ARGUMENT' }, 2] as const),
  ],
  [
    ...(['400 of the payload', refuse(400, 'INVALID_ARGUMENT', bad('message.android'))] as const),
    ...([{ is: 'refused', reason: 'BadRequest' }, 1] as const),
  ],
  [
    ...(['401 THIRD_PARTY_AUTH_ERROR', refuse(401, 'UNAUTHENTICATED', fcmError('THIRD_PARTY_AUTH_ERROR'))] as const),
    ...([{ is: 'token-rejected', reason: 'THIRD_PARTY_AUTH_ERROR' }, 1] as const),
  ],
  ['401', refuse(401, 'UNAUTHENTICATED'), { is: 'credentials', reason: 'UNAUTHENTICATED' }, 1],
  [
    ...(['403 SENDER_ID_MISMATCH', refuse(403, 'PERMISSION_DENIED', fcmError('SENDER_ID_MISMATCH'))] as const),
    ...([{ is: 'token-rejected', reason: 'SENDER_ID_MISMATCH' }, 1] as const),
  ],
  [
    ...([
      '429 with a time',
      refuse(429, 'RESOURCE_EXHAUSTED', { retryAfter: '90', ...fcmError('QUOTA_EXCEEDED') }),
    ] as const),
    ...([later('either', 90_000, 'QUOTA_EXCEEDED'), 1] as const),
  ],
  [
    ...(['429 without a time', refuse(429, 'RESOURCE_EXHAUSTED', fcmError('QUOTA_EXCEEDED'))] as const),
    ...([later('either', 60_000, 'QUOTA_EXCEEDED'), 1] as const),
  ],
  [
    ...(['400 of no documented reason', refuse(400, 'no route to 10.0.0.7', fcmError('push.internal:443'))] as const),
    ...([{ is: 'refused', reason: 'unknown' }, 1] as const),
  ],
  ['500', refuse(500, 'INTERNAL'), later('network', null, 'INTERNAL'), 1],
  [
    ...(['503 with a time that the library waits for', refuse(503, 'UNAVAILABLE', { retryAfter: '30' })] as const),
    ...([later('network', 30_000, 'UNAVAILABLE'), 1] as const),
  ],
  [
    ...(['503 with a time that it does not', refuse(503, 'UNAVAILABLE', { retryAfter: '90' })] as const),
    ...([later('network', 90_000, 'UNAVAILABLE'), 1] as const),
  ],
]
for (const [name, reply, outcome, asked] of table)
  test(`${name} is ${outcome.is}, after ${asked === 1 ? 'one question' : 'a question of the token alone'}`, async () => {
    network.respond(() => reply)
    const message = messageOf()
    assert.equal(await sender.send(message), outcome)
    assert.equal(
      arrivals(message.token).map(({ headers }) => headers.validate_only),
      ['true', 'false'].slice(2 - asked),
    )
  })

test('a token that is refused with a message and not alone is not what was wrong', async () => {
  network.respond(({ headers }) =>
    headers.validate_only === 'true' ? { do: 'accept' } : refuse(400, 'INVALID_ARGUMENT', fcmError('INVALID_ARGUMENT')),
  )
  assert.equal(await sender.send(messageOf()), { is: 'refused', reason: 'INVALID_ARGUMENT' })
})

test('all messages use one access token, which is requested once', async () => {
  const own = await fcmForTest({ expiresIn: 200 })
  const once = await createFcmSender(own.access)
  try {
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => once.send(messageOf())))
    assert.equal(new Set(outcomes.map(({ is }) => is)), new Set(['sent']))
    // The library asks for another one in the last five minutes of each.
    await once.send(messageOf())
    assert.is(own.server.tokenCount(), 1)
    own.server.revokeTokens()
    assert.equal(await once.send(messageOf()), { is: 'credentials', reason: 'UNAUTHENTICATED' })
    assert.is((await once.send(messageOf())).is, 'sent')
    own.server.revokeTokens()
    assert.equal(await once.send(messageOf()), { is: 'credentials', reason: 'UNAUTHENTICATED' })
    assert.equal(await once.send(messageOf()), { is: 'credentials', reason: 'UNAUTHENTICATED' })
  } finally {
    await once.close()
    await own.server.close()
  }
})

test('a service account that the token endpoint refuses is our mistake, and an endpoint that is away is not', async () => {
  const stranger = { ...network.access, clientEmail: 'somebody@else.example' }
  const refused = await createFcmSender(stranger)
  assert.equal(await refused.send(messageOf()), { is: 'credentials', reason: 'grant_refused' })
  await refused.close()
  const own = await fcmForTest()
  await own.server.close()
  const lost = await createFcmSender(own.access)
  assert.equal(await lost.send(messageOf()), later('network', null, 'refused'))
  await lost.close()
})

test('a connection that is cut costs a try and no more', async () => {
  let met = 0
  network.respond(() => {
    met += 1
    return met % 20 === 0 ? { do: 'reset' } : { do: 'accept' }
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
})

test('a network that does not respond times out, and the library does not repeat the request', async () => {
  network.respond(() => ({ do: 'hang' }))
  const message = messageOf()
  const before = performance.now()
  assert.equal(await sender.send(message), later('network', null, 'timeout'))
  assert.ok(performance.now() - before < 10_000)
  network.respond(() => ({ do: 'accept' }))
  assert.is((await sender.send(messageOf())).is, 'sent')
  assert.is(arrivals(message.token).length, 1)
})

test('a server that is not fcm.googleapis.com by its certificate gets nothing', async () => {
  const { ca: _, ...access } = network.access
  const careful = await createFcmSender({ ...access, tokenUri: network.access.tokenUri })
  const message = messageOf()
  assert.equal(await careful.send(message), later('network', null, 'certificate'))
  assert.is(arrivals(message.token).length, 0)
  await careful.close()
})

test.run()
