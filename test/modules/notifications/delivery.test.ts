import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { isRegistration, pushDevices } from '#domain/notifications/devices/decider.ts'
import type { SandboxReply } from '#embedded/push/responder.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import type { Candidate, OverdueRule } from '#reactions/reaction.ts'
import { systemContext } from '#reactions/system-context.ts'
import { assignToken } from '#services/notifications/assign-token.ts'
import { createNotificationService } from '#services/notifications/notification-service.ts'
import { client, until } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { apnsForTest, fcmError, fcmForTest, refuse } from '../../harness/push-servers.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { androidToken, iosToken } from './device-samples.ts'
import { checkOf } from './notification-reactions.ts'
import { modulesSendingBy, pushTest } from './push-service.ts'

/** From what is queued to what a phone would get, through the real libraries to servers on this machine. */
const test = suite('push delivery')
const lines: string[] = []
const [apns, fcm] = await Promise.all([apnsForTest(), fcmForTest()])
const service = await startTestService(
  {},
  { log: testLog(line => lines.push(line)), modules: modulesSendingBy(apns, fcm) },
)
const { admin } = service
const { db } = service.service
const { client_id } = (await admin.get('/api/auth/me')).body
const push = pushTest(service.service, admin, client_id)
test.beforeEach(() => {
  apns.respond(() => ({ do: 'accept' }))
  fcm.respond(() => ({ do: 'accept' }))
})
test.after(async () => {
  await service.end()
  await Promise.all([apns.server.close(), fcm.server.close()])
})

/** The service goes by the database's clock. */
const CLOCKS_APART_MS = 100

const userOf = () => `user_${randomUUID()}`
const ofApns = (token: string) => apns.server.requests().filter(arrival => arrival.token === token)
const ofFcm = (token: string) => fcm.server.requests().filter(arrival => arrival.token === token)
const comesTo = (id: string, device: { device: string }, outcome: string) =>
  until(
    () => push.outcome(id, device),
    came => came === outcome,
  )
const ofNewClient = async () => {
  const its = await service.newClient()
  return pushTest(service.service, its, (await its.get('/api/auth/me')).body.client_id)
}
const reactor = async () => (await client(service.url).get('/health/ready')).body.parts.reactor

test('a notification reaches each of its devices by its own network, under one collapse id, and the network’s id is recorded', async () => {
  const user_id = userOf()
  const phone = await push.device(user_id, 'ios', iosToken())
  const tablet = await push.device(user_id, 'android', androidToken())
  const id = await push.tell([phone, tablet], { title: 'Zwei 💸\nZeilen', collapse_id: 'refund:rf_1' })
  await comesTo(id, phone, 'sent')
  await comesTo(id, tablet, 'sent')
  const [toPhone] = ofApns(phone.push_token)
  const [toTablet] = ofFcm(tablet.push_token)
  const { aps } = toPhone!.payload as { aps: { alert: { title: string } } }
  const { notification, android } = toTablet!.payload as {
    notification: { title: string }
    android: { collapse_key: string; notification: { tag: string } }
  }
  assert.equal([aps.alert.title, notification.title], ['Zwei 💸\nZeilen', 'Zwei 💸\nZeilen'])
  assert.equal(
    [toPhone?.headers['apns-collapse-id'], android.collapse_key, android.notification.tag],
    ['refund:rf_1', 'refund:rf_1', 'refund:rf_1'],
  )
})

test('a token that died after its device was registered takes the device along, and the next one skips it', async () => {
  const phone = await push.device(userOf(), 'ios', iosToken())
  apns.respond(() => refuse(410, 'Unregistered', { timestamp: Date.now() + 1_000 }))
  const id = await push.tell(phone)
  await comesTo(id, phone, 'token_dead')
  assert.is(await push.standing(phone), 'dead')
  const { body } = await admin.get(`/notifications/devices?user_id=${phone.user_id}`)
  assert.equal(
    body.data.map(({ status }: { status: string }) => status),
    ['inactive'],
  )
  apns.respond(() => ({ do: 'accept' }))
  const next = await push.tell(phone)
  await comesTo(next, phone, 'no_device')
  assert.is(ofApns(phone.push_token).length, 1)
  // The app is there again.
  const again = await push.device(phone.user_id, 'ios', phone.push_token, { device_id: phone.device_id })
  await comesTo(await push.tell(again), again, 'sent')
})

test('a token that died before its device was registered says nothing of the device', async () => {
  const phone = await push.device(userOf(), 'ios', iosToken())
  apns.respond(() => refuse(410, 'Unregistered', { timestamp: Date.now() - 3_600_000 }))
  await comesTo(await push.tell(phone), phone, 'token_dead')
  assert.is(await push.standing(phone), 'active')
  apns.respond(() => ({ do: 'accept' }))
  await comesTo(await push.tell(phone), phone, 'sent')
})

test('a report from before the registration does not deactivate the device, however often it registered before', async () => {
  const phone = await push.device(userOf(), 'ios', iosToken())
  const { state } = await service.service.execute.load(pushDevices, phone.device)
  const registeredAt = isRegistration(state) ? Date.parse(state.registered_at) : Number.NaN
  apns.respond(() => refuse(410, 'Unregistered', { timestamp: registeredAt + 1 }))
  // As an app does at each start.
  await push.device(phone.user_id, 'ios', phone.push_token, { ...phone })
  await comesTo(await push.tell(phone), phone, 'token_dead')
  assert.is(await push.standing(phone), 'active')
  // Without a time, it is dead as of the message.
  apns.respond(() => refuse(410, 'Unregistered'))
  await comesTo(await push.tell(phone), phone, 'token_dead')
  assert.is(await push.standing(phone), 'dead')
})

test('what a network took is not sent again while the store takes nothing', async () => {
  const phone = await push.device(userOf(), 'ios', iosToken())
  const { store } = service.service
  const { append } = store
  let refused = 0
  store.append = async (stream, revision, events) => {
    if (!events.some(({ type }) => type === 'NotificationSent')) return append(stream, revision, events)
    refused += 1
    throw new StoreUnavailable('append', new Error('it takes nothing'))
  }
  try {
    const id = await push.tell(phone)
    await until(
      async () => refused,
      times => times >= 3,
    )
    store.append = append
    await comesTo(id, phone, 'sent')
  } finally {
    store.append = append
  }
  assert.is(ofApns(phone.push_token).length, 1)
})

test('FCM takes a device by UNREGISTERED and by no other word', async () => {
  const phone = await push.device(userOf(), 'android', androidToken())
  fcm.respond(() => refuse(404, 'NOT_FOUND', fcmError('UNREGISTERED')))
  await comesTo(await push.tell(phone), phone, 'token_dead')
  assert.is(await push.standing(phone), 'dead')
})

test('a device that was registered with another token is never sent to by the one before', async () => {
  const before = await push.device(userOf(), 'ios', iosToken())
  apns.respond(({ token }) => (token === before.push_token ? refuse(429, 'TooManyRequests') : { do: 'accept' }))
  const id = await push.tell(before)
  await until(
    async () => ofApns(before.push_token).length,
    came => came === 1,
  )
  const after = await push.device(before.user_id, 'ios', iosToken(), { device_id: before.device_id })
  await comesTo(id, after, 'sent')
  assert.equal([ofApns(before.push_token).length, ofApns(after.push_token).length], [1, 1])
})

test('a token that another user’s device has by now is not sent to for the former user', async () => {
  const token = androidToken()
  const sold = await push.device(userOf(), 'android', token)
  fcm.respond(() => refuse(429, 'RESOURCE_EXHAUSTED', { retryAfter: '1', ...fcmError('QUOTA_EXCEEDED') }))
  const id = await push.tell(sold)
  await until(
    async () => ofFcm(token).length,
    came => came === 1,
  )
  const bought = await push.device(userOf(), 'android', token)
  fcm.respond(() => ({ do: 'accept' }))
  await comesTo(id, sold, 'no_device')
  await comesTo(await push.tell(bought), bought, 'sent')
  assert.equal(
    ofFcm(token).map(({ status }) => status),
    [200, 429],
  )
})

test('the row decides who owns a token at the send: the former owner never gets it, and no user while it has none', async () => {
  const before = await push.device(userOf(), 'ios', iosToken())
  const other = await push.device(userOf(), 'ios', iosToken())
  const held = (device: string, by: string) =>
    db.query(sql.unsafe`
      update ops.push_tokens set device = ${by}::uuid, registered_at = registered_at + interval '1 second'
      where device = ${device}::uuid`)
  // As where another device was registered with the token later.
  await held(before.device, other.device)
  await comesTo(await push.tell(before), before, 'no_device')
  assert.is(ofApns(before.push_token).length, 0)
  await db.query(sql.unsafe`delete from ops.push_tokens where device = ${other.device}::uuid`)
  const waiting = await push.tell(other)
  await until(
    () =>
      db.exists(sql.unsafe`
      select 1 from ops.due_work where id = ${`${waiting}:${other.device}`} and due_at < 'infinity' and due_set_at > armed_at`),
    isSo => isSo,
  )
  assert.is(ofApns(other.push_token).length, 0)
  await assignToken(createNotificationService(service.service), { correlation_id: '', causation_id: '' }, other.device)
  await comesTo(waiting, other, 'sent')
})

test('a notification for a replaced token goes to the present token of the device', async () => {
  const before = await push.device(userOf(), 'ios', iosToken())
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<SandboxReply>()
  apns.respond(({ token }) => {
    if (token !== before.push_token) return { do: 'accept' }
    asked.resolve()
    return answer.promise
  })
  const id = await push.tell(before)
  await asked.promise
  const after = await push.device(before.user_id, 'ios', iosToken(), { device_id: before.device_id })
  answer.resolve(refuse(410, 'Unregistered', { timestamp: Date.now() }))
  await comesTo(id, after, 'sent')
  assert.equal([ofApns(before.push_token).length, ofApns(after.push_token).length], [1, 1])
})

test('a response of FCM about one token delays no other', async () => {
  const odd = await push.device(userOf(), 'android', androidToken())
  const other = await push.device(userOf(), 'android', androidToken())
  const faults = [
    refuse(401, 'UNAUTHENTICATED', fcmError('THIRD_PARTY_AUTH_ERROR')),
    refuse(429, 'RESOURCE_EXHAUSTED', { retryAfter: '600', ...fcmError('QUOTA_EXCEEDED') }),
  ]
  for (const reply of faults) {
    let asked = 0
    fcm.respond(({ token }) => {
      if (token !== odd.push_token) return { do: 'accept' }
      asked += 1
      return reply
    })
    const again = await push.device(odd.user_id, 'android', odd.push_token, { device_id: odd.device_id })
    await push.tell(again)
    await until(
      async () => asked,
      times => times > 0,
    )
    await comesTo(await push.tell(other), other, 'sent')
  }
})

test('what the network wants later comes later, by its own word and not before', async () => {
  const phone = await push.device(userOf(), 'ios', iosToken())
  let met = 0
  apns.respond(() => {
    met += 1
    return met === 1 ? refuse(429, 'TooManyRequests', { retryAfter: '3' }) : { do: 'accept' }
  })
  const id = await push.tell(phone)
  await comesTo(id, phone, 'sent')
  const [second, first] = ofApns(phone.push_token).map(({ at }) => Date.parse(at))
  assert.ok(second! - first! >= 3_000, `${second! - first!} ms`)
})

test('what no push network takes is refused before it is queued, on either platform, and what one just takes is not', async () => {
  const phone = await push.device(userOf(), 'ios', iosToken())
  const tablet = await push.device(phone.user_id, 'android', androidToken())
  const send = (length: number) =>
    admin.post('/notifications/send', {
      user_id: phone.user_id,
      notification: { title: 'A long one 1', body: 'A long one 2', category: 'fraud_alert', data: dataOf(length) },
      options: { send_to_all_devices: true, badge_count: 1 },
    })
  const dataOf = (length: number) =>
    Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`field_${n}`, '×'.repeat(Math.floor(length / 4 / 2))]))
  const { status, body } = await send(4_096)
  assert.equal([status, body.error_code, body.details.field], [400, 'INVALID_REQUEST', 'notification'])
  const { body: taken } = await until(
    () => send(3_600),
    answer => answer.status === 200,
  )
  const id = taken.notification_id.slice('ntf_'.length)
  await comesTo(id, phone, 'sent')
  await comesTo(id, tablet, 'sent')
  // What the service itself would tell is not refused by anybody before.
  const asked = ofApns(phone.push_token).length
  await comesTo(await push.tell(phone, { title: 'x'.repeat(4_096) }), phone, 'payload_too_large')
  assert.is(ofApns(phone.push_token).length, asked)
})

test('what a caller calls an alert keeps nothing from going out, neither this nor what others send', async () => {
  const phone = await push.device(userOf(), 'ios', iosToken())
  const neighbour = await push.device(userOf(), 'ios', iosToken())
  const names = ['é', '😀', 'a b', ' a', 'a ', 'a\r\napns-priority: 10', '\u2028', 'x'.repeat(500), '']
  for (const refund_id of names) {
    const notification = { title: 'An odd one 1', body: 'An odd one 2', category: 'refund_status', data: { refund_id } }
    const { status, body } = await until(
      () => admin.post('/notifications/send', { user_id: phone.user_id, notification }),
      answer => answer.status === 200,
    )
    assert.is(status, 200)
    await comesTo(body.notification_id.slice('ntf_'.length), phone, 'sent')
  }
  const ids = ofApns(phone.push_token).map(({ headers }) => headers['apns-collapse-id']!)
  assert.is(new Set(ids).size, names.length)
  for (const id of ids) assert.match(id, /^[!-~]{1,64}$/)
  const told = ofApns(phone.push_token).map(({ payload }) => (payload as { refund_id: string }).refund_id)
  assert.equal(told.toSorted(), names.toSorted())
  await comesTo(await push.tell(neighbour), neighbour, 'sent')
})

test('of what was held back for the same thing only the newest goes out, when its time has come', async () => {
  const phone = await push.device(userOf(), 'ios', iosToken())
  const heldUntil = new Date(service.service.now().getTime() + 3_000)
  const older = await push.tell(phone, { collapse_id: 'refund:rf_9', heldUntil })
  const newer = await push.tell(phone, { collapse_id: 'refund:rf_9', heldUntil })
  const other = await push.tell(phone, { collapse_id: 'refund:rf_8', heldUntil })
  await comesTo(older, phone, 'superseded')
  await comesTo(newer, phone, 'sent')
  await comesTo(other, phone, 'sent')
  const came = ofApns(phone.push_token)
  assert.equal(came.map(({ headers }) => headers['apns-collapse-id']).sort(), ['refund:rf_8', 'refund:rf_9'])
  assert.ok(came.every(({ at }) => Date.parse(at) >= heldUntil.getTime() - CLOCKS_APART_MS))
})

test('a held notification is sent when its hold ends, however late the job is found', async () => {
  const phone = await push.device(userOf(), 'ios', iosToken())
  const heldUntil = new Date(service.service.now().getTime() + 1_000)
  const id = await push.tell(phone, { heldUntil, queuedAt: new Date(heldUntil.getTime() - 36_000_000) })
  await comesTo(id, phone, 'sent')
})

test('a later notification with the same collapse id is not replaced by an earlier one', async () => {
  const user_id = userOf()
  const phone = await push.device(user_id, 'ios', iosToken())
  const tablet = await push.device(user_id, 'android', androidToken())
  const same = { collapse_id: 'refund:rf_10' }
  const heldUntil = new Date(service.service.now().getTime() + 4_000)
  const held = await push.tell([phone, tablet], { ...same, heldUntil })
  let met = 0
  apns.respond(() => {
    met += 1
    return met === 1 ? refuse(429, 'TooManyRequests', { retryAfter: '3' }) : { do: 'accept' }
  })
  const busy = await push.tell(phone, same)
  await until(
    async () => met,
    times => times === 1,
  )
  const newest = await push.tell(phone, same)
  await comesTo(newest, phone, 'sent')
  await comesTo(busy, phone, 'superseded')
  await comesTo(held, phone, 'superseded')
  // Another device was told nothing since.
  await comesTo(held, tablet, 'sent')
  assert.equal([ofApns(phone.push_token).length, ofFcm(tablet.push_token).length], [2, 1])
})

test('of one collapse id one message is in flight to a device at a time, and the newest arrives last', async () => {
  const phone = await push.device(userOf(), 'ios', iosToken())
  const same = { collapse_id: 'refund:rf_11' }
  const answers: ((reply: SandboxReply) => void)[] = []
  apns.respond(({ token }) =>
    token === phone.push_token ? new Promise(resolve => answers.push(resolve)) : { do: 'accept' },
  )
  const asked = (count: number) =>
    until(
      async () => answers.length,
      length => length === count,
    )
  const older = await push.tell(phone, same)
  await asked(1)
  const newer = await push.tell(phone, same)
  const other = await push.tell(phone, { collapse_id: 'refund:rf_12' })
  // What is another thing waits for nothing.
  await asked(2)
  answers[1]!({ do: 'accept' })
  await comesTo(other, phone, 'sent')
  assert.is(answers.length, 2)
  answers[0]!({ do: 'accept' })
  await comesTo(older, phone, 'sent')
  await asked(3)
  answers[2]!({ do: 'accept' })
  await comesTo(newer, phone, 'sent')
})

test('our payload is refused for good, and the device is kept', async () => {
  const phone = await push.device(userOf(), 'ios', iosToken())
  apns.respond(() => refuse(413, 'PayloadTooLarge'))
  await comesTo(await push.tell(phone), phone, 'payload_too_large')
  apns.respond(() => refuse(400, 'BadExpirationDate'))
  await comesTo(await push.tell(phone), phone, 'payload_rejected')
  assert.is(await push.standing(phone), 'active')
})

test('what is worth nothing any more is not sent, and is recorded as expired', async () => {
  const phone = await push.device(userOf(), 'ios', iosToken())
  apns.respond(() => refuse(429, 'TooManyRequests', { retryAfter: '600' }))
  const id = await push.tell(phone, { ttlMs: 2_000 })
  await comesTo(id, phone, 'expired')
  // A machine that stands still may not have asked at all.
  assert.ok(ofApns(phone.push_token).length <= 1)
})

test('a network that rejects every token takes no device, and health says what is wrong until it does so no more', async () => {
  const { tell, device, standing } = await ofNewClient()
  const phones = await Promise.all(Array.from({ length: 30 }, () => device(userOf(), 'ios', iosToken())))
  apns.respond(() => refuse(400, 'BadDeviceToken'))
  const ids = await Promise.all(phones.map(phone => tell(phone)))
  for (const [n, id] of ids.entries()) await comesTo(id, phones[n]!, 'token_rejected')
  const standings = await Promise.all(phones.map(standing))
  const lost = standings.filter(standing => standing !== 'active').length
  assert.ok(lost <= 1, `${lost} of ${phones.length}`)
  // Health is not asked anew each time.
  await until(reactor, ({ note }) => /push to ios: 3\d of \d+ tokens were rejected/.test(note ?? ''))
  // They are one client's. Of another one, of which the network knows others, a device is believed to be gone.
  const phone = await push.device(userOf(), 'ios', iosToken())
  await comesTo(await push.tell(phone), phone, 'token_rejected')
  assert.is(await push.standing(phone), 'dead')
})

test('one that the network does not know among many that it does is taken', async () => {
  const { tell, device } = await ofNewClient()
  const others = await Promise.all(Array.from({ length: 50 }, () => device(userOf(), 'android', androidToken())))
  const accepted = await Promise.all(others.map(other => tell(other)))
  for (const [n, id] of accepted.entries()) await comesTo(id, others[n]!, 'sent')
  const phone = await device(userOf(), 'android', androidToken())
  fcm.respond(({ token }) =>
    token === phone.push_token ? refuse(400, 'INVALID_ARGUMENT', fcmError('INVALID_ARGUMENT')) : { do: 'accept' },
  )
  await comesTo(await tell(phone), phone, 'token_rejected')
  assert.is(await push.standing(phone), 'dead')
})

test('a lost job is found again for the device that still needs it, and for no other', async () => {
  const phone = await push.device(userOf(), 'ios', iosToken())
  const tablet = await push.device(phone.user_id, 'android', androidToken())
  apns.respond(() => refuse(429, 'TooManyRequests', { retryAfter: '600' }))
  const id = await push.tell([phone, tablet])
  await comesTo(id, tablet, 'sent')
  await until(
    async () => ofApns(phone.push_token).length,
    came => came === 1,
  )
  const [ofPhones, ofTablets] = ['push-ios', 'push-android'].map(queue => checkOf(queue, service.service))
  const open = async (rule: OverdueRule) => {
    const found: Candidate[] = []
    for await (const page of rule.candidates(db, { olderThanMs: 0, isFull: false })) found.push(...page)
    return found
  }
  const isFound = (found: { id: string }[]) => found.some(candidate => candidate.id === `${id}:${phone.device}`)
  // Its row is there, until it is due again. The list may be behind by what became of it on the tablet.
  await until(
    () => open(ofPhones!),
    found => !isFound(found),
  )
  await until(
    () => db.query(sql.unsafe`delete from ops.due_work where id = ${`${id}:${phone.device}`} and leased_until is null`),
    ({ rowCount }) => rowCount === 1,
  )
  const found = await until(() => open(ofPhones!), isFound)
  assert.not.ok((await open(ofTablets!)).some(candidate => candidate.id.startsWith(id)))
  const candidate = found.find(one => one.id === `${id}:${phone.device}`)!
  const arming = await ofPhones!.outstanding(candidate)
  assert.equal([arming?.queue, arming?.id, arming?.dueInMs], ['push-ios', `${id}:${phone.device}`, 0])
  assert.is(await ofTablets!.outstanding({ id: `${id}:${tablet.device}`, stream: candidate.stream }), null)
})

test('a device that is registered again during a send gets the notification, whichever is seen first', async () => {
  const phone = await push.device(userOf(), 'ios', iosToken())
  const { state } = await service.service.execute.load(pushDevices, phone.device)
  if (!isRegistration(state)) throw new Error('it is not registered')
  const { status: _, registered_at: __, registration: ___, ended: ____, isOwnerConfirmed: _____, ...data } = state
  // As it is for a moment: its stream says so, and the row of its token does not yet.
  const command = {
    type: 'register',
    data: { ...data, app_version: '4.3.0' },
    hasToken: true,
    canTakeOver: true,
    isClientWide: true,
  } as const
  const cause = { correlation_id: '', causation_id: '' }
  const context = systemContext('test', client_id, cause, service.service.now())
  await service.service.execute.run(pushDevices, phone.device, command, context)
  await comesTo(await push.tell(phone), phone, 'sent')
  const ids: string[] = []
  for (let n = 0; n < 40; n += 1) {
    const app_version = `5.0.${n}`
    const [id] = await Promise.all([
      push.tell(phone),
      push.device(phone.user_id, 'ios', phone.push_token, { device_id: phone.device_id, app_version }),
    ])
    ids.push(id)
  }
  for (const id of ids) await comesTo(id, phone, 'sent')
})

test('neither a token nor a word of a text is in the log, whatever failed', () => {
  assert.ok(lines.length > 0)
  const tokens = [...apns.server.requests(), ...fcm.server.requests()].map(({ token }) => token)
  const words = [...apns.server.requests(), ...fcm.server.requests()].flatMap(({ payload }) => {
    const { aps, notification } = payload as {
      aps?: { alert: { title: string; body: string } }
      notification?: { title: string; body: string }
    }
    const { title = '', body = '' } = aps?.alert ?? notification ?? {}
    return [title, body]
  })
  const log = lines.join('\n')
  for (const secret of [...tokens, ...words].filter(word => word !== '')) assert.not.ok(log.includes(secret), secret)
})

test.run()
