import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { SendNotificationBody, sendNotification } from '#commands/notifications/send-notification.ts'
import { isNotification, notifications } from '#domain/notifications/notifications/decider.ts'
import { subjectOf } from '#edge/vault/vault.ts'
import { startMaintenance } from '#modules/notifications/maintenance.ts'
import { createNotificationService, type NotificationService } from '#services/notifications/notification-service.ts'
import { openText } from '#services/notifications/sealing.ts'
import { Rejection } from '#values/errors.ts'
import { type Answer, type Client, logIn } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { areAsRebuilt } from '../fraud/rebuilt-alerts.ts'
import { androidToken, deviceOf, iosToken, messageTo } from './device-samples.ts'

/** Notifications as those who send them and those who read them see them, while nobody delivers them. */
const test = suite('sending notifications')
const DAY_MS = 86_400_000
const lines: string[] = []
const log = testLog(line => lines.push(line))
const service = await startTestService({ ROLES: 'api,projector' }, { log })
test.after(service.end)
const { admin } = service
const { db, execute, store, vault } = service.service
const { client_id } = (await admin.get('/api/auth/me')).body

const userOf = () => `user_${randomUUID()}`
const register = (device: object, by: Client = admin) => by.post('/notifications/devices', device)
/** A user with devices, the newest last. */
async function userWith(...devices: object[]) {
  const user_id = userOf()
  const registered: string[] = []
  for (const more of devices) {
    const { status, body } = await register(deviceOf(user_id, more))
    assert.is(status, 200, JSON.stringify(body))
    registered.push(body.registration_id.slice('dev_'.length))
  }
  return { user_id, devices: registered }
}
const android = { platform: 'android', push_token: androidToken() }
const send = (body: unknown, headers: Record<string, string> = {}, by: Client = admin) =>
  by.post('/notifications/send', body, headers)
const withKey = (body: unknown, key: string, by?: Client) => send(body, { 'Idempotency-Key': key }, by)
const history = (user_id: string, query = '', by: Client = admin) =>
  by.get(`/notifications/history?user_id=${encodeURIComponent(user_id)}${query}`)
const idsOf = ({ body }: Answer) => body.data.map(({ notification_id }: { notification_id: string }) => notification_id)
const refusal = ({ status, body }: Answer) => [status, body.error_code, body.details?.field]
const stateOf = async (notification_id: string) => {
  const { state } = await execute.load(notifications, notifications.parseNotificationId(notification_id)!)
  if (!isNotification(state)) throw new Error('there is no such notification')
  return state
}
const eventsOf = async (notification_id: string) =>
  store.read(notifications.stream(notifications.parseNotificationId(notification_id)!))
const Count = z.object({ count: z.coerce.number() })
const queuedFor = async (user_id: string) => (await history(user_id)).body.pagination.total_items as number
async function member(role: string, of: Client = admin) {
  const email = `${role}-${randomUUID()}@bank.example`
  const { body } = await of.post('/admin/users', { email, role, password: ADMIN.password })
  return { user_id: body.user_id as string, caller: await logIn(service.url, email, ADMIN.password) }
}
const contextAt = (now: Date, client = client_id) => ({
  ...{ actor: { sub: 'usr_1', client_id: client, role: 'admin' }, request_id: 'req', command_id: randomUUID() },
  ...{ correlation_id: 'req', causation_id: null, now },
})
const of = createNotificationService(service.service)
/** As if it was asked for at another time. */
const sentAt = (now: Date, body: object, key: string | null = null, more: Partial<NotificationService> = {}) =>
  sendNotification({ ...of, ...more }, contextAt(now), { key, body: SendNotificationBody.parse(body) })
const outcomeOf = async (work: Promise<unknown>) => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return [error.code, error.details.field ?? error.details.reason]
  }
}

test('the response shows the queued notification, the history lists it, and its event is sealed', async () => {
  const { user_id, devices } = await userWith({})
  const asked = messageTo(user_id, { data: { alert_type: 'refund', alert_id: 'rf_1' } })
  const { status, body, headers } = await send(asked)
  assert.is(status, 200, JSON.stringify(body))
  const { notification_id, created_at, ...rest } = body
  assert.match(notification_id, /^ntf_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  assert.equal(rest, { status: 'queued', category: 'refund_status', priority: 'normal', devices_targeted: 1 })
  assert.is(headers.get('idempotent-replayed'), null)
  const [event, ...more] = await eventsOf(notification_id)
  assert.is(more.length, 0)
  const { text_sealed, fingerprint, ...data } = event!.data as { text_sealed: string; fingerprint: string }
  assert.equal(data, {
    ...{ client_id, user_id, category: 'refund_status', priority: 'normal', badge_count: null, sound: null },
    ...{ collapse_id: 'refund:rf_1', targets: [{ device: devices[0], platform: 'ios', language: null }] },
    ...{ held_until: null, expires_at: new Date(Date.parse(created_at) + DAY_MS).toISOString() },
    ...{ origin: { by: 'caller' }, idempotency_key: null },
  })
  const { title, body: words } = asked.notification
  for (const secret of [title, words, 'rf_1"'])
    assert.not(JSON.stringify([text_sealed, fingerprint, event!.metadata]).includes(secret))
  const listed = await history(user_id)
  assert.equal(listed.body, {
    data: [
      {
        ...{ notification_id, title, body: words, category: 'refund_status', priority: 'normal' },
        ...{ data: { alert_type: 'refund', alert_id: 'rf_1' }, created_at, read_at: null },
        delivery: { queued: 1, sent: 0, failed: 0, expired: 0, failure_reason: null },
      },
    ],
    pagination: { limit: 50, offset: 0, total_items: 1, has_more: false },
    unread_count: 1,
  })
})

test('it goes to the device seen last, or to all reachable devices of the user, and to no other', async () => {
  const { user_id, devices } = await userWith({}, android, {})
  const targets = async (options: object | null) => {
    const { body } = await send(messageTo(user_id, {}, options))
    const { deliveries } = await stateOf(body.notification_id)
    assert.is(body.devices_targeted, deliveries.length)
    return deliveries.map(({ device }) => device)
  }
  const [first, second, third] = devices
  assert.equal(await targets(null), [third])
  assert.equal(await targets({ send_to_all_devices: false }), [third])
  assert.equal(await targets({ send_to_all_devices: true }), [third, second, first])
  await admin.send('DELETE', `/notifications/devices/dev_${third}`)
  assert.equal(await targets({ send_to_all_devices: null }), [second])
  // A phone that is sold is reached by its buyer alone.
  const device = deviceOf(user_id)
  await register(device)
  const buyer = userOf()
  await register({ ...deviceOf(buyer), push_token: device.push_token })
  assert.equal(await targets({ send_to_all_devices: true }), [second, first])
  await register({ ...device, user_id: buyer, push_token: iosToken() })
  assert.equal(await targets({ send_to_all_devices: true }), [second, first])
  assert.is((await send(messageTo(buyer, {}, { send_to_all_devices: true }))).body.devices_targeted, 2)
})

test('a device that says the same once more is the one that was seen last', async () => {
  const user_id = userOf()
  const [first, second] = [deviceOf(user_id), deviceOf(user_id)]
  const { body: before } = await register(first)
  await register(second)
  await register(first)
  const { body } = await send(messageTo(user_id))
  const { deliveries } = await stateOf(body.notification_id)
  assert.equal(
    deliveries.map(({ device }) => `dev_${device}`),
    [before.registration_id],
  )
})

test('the priority is the category’s by default, and given badge and sound are kept', async () => {
  const { user_id } = await userWith({})
  const usual = { security_alert: 'high', fraud_alert: 'critical', vpn_status: 'normal', system: 'low' }
  for (const [category, priority] of Object.entries(usual))
    assert.is((await send(messageTo(user_id, { category }))).body.priority, priority, category)
  const options = { badge_count: 0, sound: 'chime.v2.caf' }
  const { body } = await send(messageTo(user_id, { category: 'system', priority: 'critical' }, options))
  assert.is(body.priority, 'critical')
  const { badge_count, sound, priority } = await stateOf(body.notification_id)
  assert.equal({ badge_count, sound, priority }, { ...options, priority: 'critical' })
})

test('any script, emoji and line breaks are sent unchanged', async () => {
  const { user_id } = await userWith({})
  const words = { title: '⚠️ שלום\nمرحبا 👩‍👩‍👧', body: 'Zeile\r\n\tZeile \u202e', data: { alert_id: 'é', empty: '' } }
  const { status, body } = await send(messageTo(user_id, words))
  assert.is(status, 200, JSON.stringify(body))
  const [listed] = (await history(user_id)).body.data
  assert.equal({ title: listed.title, body: listed.body, data: listed.data }, words)
})

test('the same key is the same notification; with another request it is refused, at another client it is another key', async () => {
  const { user_id } = await userWith({})
  const asked = messageTo(user_id, { data: { alert_id: 'a' } }, { badge_count: 3 })
  const key = randomUUID()
  const first = await withKey(asked, key)
  const { options, ...rest } = asked
  const again = [
    await withKey(asked, key),
    await withKey(asked, `"${key}"`),
    await withKey({ ...rest, unknown: 1, options: { ...options, sound: null } }, key),
  ]
  for (const answer of again) {
    assert.equal(answer.body, first.body)
    assert.is(answer.headers.get('idempotent-replayed'), 'true')
  }
  const others = [
    messageTo(user_id, { ...asked.notification, title: 'another' }, { badge_count: 3 }),
    { ...asked, options: { badge_count: 4 } },
    { ...asked, user_id: (await userWith({})).user_id },
  ]
  for (const other of others)
    assert.equal(refusal(await withKey(other, key)), [422, 'IDEMPOTENCY_KEY_REUSED', 'Idempotency-Key'])
  assert.is(await queuedFor(user_id), 1)
  const bank = await service.newClient()
  await register(deviceOf(user_id), bank)
  const theirs = await withKey(asked, key, bank)
  assert.is(theirs.status, 200)
  assert.is.not(theirs.body.notification_id, first.body.notification_id)
  assert.equal((await eventsOf(first.body.notification_id)).length, 1)
})

test('a key is free again after its time, and what is refused does not use it up', async () => {
  const { user_id } = await userWith({})
  const asked = messageTo(user_id)
  const key = randomUUID()
  assert.is((await withKey({ ...asked, user_id: userOf() }, key)).status, 404)
  const now = service.service.now()
  const { IDEMPOTENCY_TTL_S } = service.service.config
  const at = (ms: number) => sentAt(new Date(now.getTime() + ms), asked, key)
  const first = await at(0)
  const [within, over, later] = [
    await at(IDEMPOTENCY_TTL_S * 1_000 - 1),
    await at(IDEMPOTENCY_TTL_S * 1_000),
    await at(3 * DAY_MS),
  ]
  assert.equal([first.replayed, within.replayed, over.replayed, later.replayed], [false, true, false, false])
  assert.is(within.id, first.id)
  assert.is(new Set([first.id, over.id, later.id]).size, 3)
  assert.is(later.notification.idempotency_key, key)
})

test('an invalid key is refused before an invalid body', async () => {
  for (const key of ['', ' '.repeat(300), 'ключ'.slice(0, 0)])
    assert.equal(refusal(await withKey({}, key)), [400, 'INVALID_REQUEST', 'Idempotency-Key'], key)
})

test('without a key one alert is sent once in 60 seconds, per user and category, whatever the text', async () => {
  const { user_id } = await userWith({})
  const other = await userWith({})
  const alert = (alert_id: string, category = 'fraud_alert', to = user_id) =>
    messageTo(to, { category, data: { alert_id } })
  const first = await send(alert('a1'))
  const again = await send(alert('a1'))
  assert.equal(again.body, first.body)
  assert.is(again.headers.get('idempotent-replayed'), 'true')
  const different = [alert('a2'), alert('a1', 'security_alert'), alert('a1', 'fraud_alert', other.user_id)]
  const ids = [first.body.notification_id]
  for (const body of different) ids.push((await send(body)).body.notification_id)
  // A key takes its place, and what names no alert is always another.
  for (const body of [alert('a1'), alert('a1')]) ids.push((await withKey(body, randomUUID())).body.notification_id)
  for (const body of [messageTo(user_id), messageTo(user_id)]) ids.push((await send(body)).body.notification_id)
  assert.is(new Set(ids).size, 8)
})

test('after its 60 seconds an alert is sent again, however often that happened before', async () => {
  const { user_id } = await userWith({})
  const now = service.service.now().getTime()
  const at = async (s: number) => {
    const asked = messageTo(user_id, { category: 'fraud_alert', data: { alert_id: 'often' } })
    return sentAt(new Date(now + s * 1_000), asked)
  }
  const ids: string[] = []
  for (let use = 0; use < 12; use += 1) {
    const [first, within] = [await at(use * 60), await at(use * 60 + 59.999)]
    assert.equal([first.replayed, within.replayed, within.id], [false, true, first.id], `${use}`)
    ids.push(first.id)
  }
  assert.is(new Set(ids).size, 12)
  // Nobody reads through all of them for that.
  let reads = 0
  const read: typeof store.read = (...asked) => {
    reads += 1
    return store.read(...asked)
  }
  const body = messageTo(user_id, { category: 'fraud_alert', data: { alert_id: 'often' } })
  const last = await sentAt(new Date(now + 12 * 60_000 - 1), body, null, { store: { ...store, read } })
  assert.equal([last.id, last.replayed], [ids.at(-1), true])
  assert.ok(reads <= 9, `${reads}`)
})

test('an invalid request is refused by field, and nothing is queued', async () => {
  const { user_id } = await userWith({})
  const fields = Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`f${n}`, '']))
  const bad: [object, object | null, number, string, string][] = [
    [{ title: 'x'.repeat(10_240) }, null, 400, 'INVALID_REQUEST', 'notification.title'],
    [{ title: 'x'.repeat(201) }, null, 400, 'INVALID_REQUEST', 'notification.title'],
    [{ title: '' }, null, 400, 'INVALID_REQUEST', 'notification.title'],
    [{ title: 'a\0b' }, null, 400, 'INVALID_REQUEST', 'notification.title'],
    [{ title: 'a\ud800' }, null, 400, 'INVALID_REQUEST', 'notification.title'],
    [{ title: undefined }, null, 400, 'INVALID_REQUEST', 'notification.title'],
    [{ body: 'x'.repeat(2_001) }, null, 400, 'INVALID_REQUEST', 'notification.body'],
    [{ body: 7 }, null, 400, 'INVALID_REQUEST', 'notification.body'],
    [{ category: undefined }, null, 400, 'INVALID_REQUEST', 'notification.category'],
    [{ category: 'refund' }, null, 422, 'NOTIF_006', 'notification.category'],
    [{ priority: 'urgent' }, null, 400, 'INVALID_REQUEST', 'notification.priority'],
    [{ data: 'x' }, null, 400, 'INVALID_REQUEST', 'notification.data'],
    [{ data: { alert: { id: 'a' } } }, null, 400, 'INVALID_REQUEST', 'notification.data.alert'],
    [{ data: { list: ['a'] } }, null, 400, 'INVALID_REQUEST', 'notification.data.list'],
    [{ data: { number: 1 } }, null, 400, 'INVALID_REQUEST', 'notification.data.number'],
    [{ data: { none: null } }, null, 400, 'INVALID_REQUEST', 'notification.data.none'],
    ...['aps', 'from', 'notification', 'message_type', 'google.sent_time', 'gcm.n.e', 'google', 'gcm', 'gcm.\n'].map(
      key =>
        [{ data: { [key]: 'x' } }, null, 400, 'INVALID_REQUEST', `notification.data.${key}`] as [
          ...[object, null, number, string, string],
        ],
    ),
    [{ data: { '': 'x' } }, null, 400, 'INVALID_REQUEST', 'notification.data.'],
    [{ data: { ['x'.repeat(65)]: 'x' } }, null, 400, 'INVALID_REQUEST', `notification.data.${'x'.repeat(65)}`],
    [{ data: { long: 'x'.repeat(1_025) } }, null, 400, 'INVALID_REQUEST', 'notification.data.long'],
    [{ data: { alert_id: '' } }, null, 400, 'INVALID_REQUEST', 'notification.data.alert_id'],
    [{ data: { alert_id: 'x'.repeat(129) } }, null, 400, 'INVALID_REQUEST', 'notification.data.alert_id'],
    [{ data: fields }, null, 400, 'INVALID_REQUEST', 'notification.data'],
    ...[-1, 1.5, 100_000, 1e21, '1', true].map(
      badge_count =>
        [{}, { badge_count }, 400, 'INVALID_REQUEST', 'options.badge_count'] as [
          object,
          object,
          number,
          string,
          string,
        ],
    ),
    ...['../x.caf', '/etc/x', 'a/b.caf', 'a\\b', '..', '.caf', 'x.', '', 'x y', 'x'.repeat(65), 7].map(
      sound => [{}, { sound }, 400, 'INVALID_REQUEST', 'options.sound'] as [object, object, number, string, string],
    ),
    [{}, { send_to_all_devices: 'yes' }, 400, 'INVALID_REQUEST', 'options.send_to_all_devices'],
  ]
  for (const [more, options, status, code, field] of bad) {
    const answer = await send(messageTo(user_id, more, options))
    assert.equal(refusal(answer), [status, code, field], JSON.stringify([more, options]).slice(0, 120))
  }
  for (const body of [{}, { user_id }, { ...messageTo(user_id), user_id: '' }, { ...messageTo(user_id), user_id: 7 }])
    assert.is((await send(body)).status, 400)
  const { body } = await send(messageTo(user_id, { category: 'refund' }))
  assert.is(body.details.value, 'refund')
  assert.is(body.details.allowed_values.length, 7)
  assert.is(await queuedFor(user_id), 0)
  // At their bounds they are let in.
  const title = { title: 'x'.repeat(200), body: 'x'.repeat(2_000), data: { googled: 'x', aps_id: 'x', gcmx: '' } }
  assert.is((await send(messageTo(user_id, title, { badge_count: 99_999, sound: 'default' }))).status, 200)
})

test('of data with far too many fields none is validated, and one field is named, not all', async () => {
  const MANY = 100_000
  const fields = Object.fromEntries(Array.from({ length: MANY }, (_, n) => [n.toString(36).padStart(4, '0'), 1]))
  const { user_id } = await userWith({})
  const answer = await send(messageTo(user_id, { data: fields }))
  assert.is(answer.status, 400)
  const problem = { field: 'notification.data', reason: 'must have at most 32 fields' }
  assert.equal(answer.body.details, { ...problem, fields: [problem] })
  let looks = 0
  const watched = new Proxy(fields, {
    get: (data, key) => {
      if (Object.hasOwn(data, key)) looks += 1
      return Reflect.get(data, key)
    },
  })
  assert.is(SendNotificationBody.safeParse(messageTo(user_id, { data: watched })).success, false)
  assert.is(looks, 0)
})

test('a key whose notification is forgotten is refused until its time is over, and no key of the vault is made for that', async () => {
  const { user_id } = await userWith({})
  const asked = messageTo(user_id)
  const key = randomUUID()
  const { body } = await withKey(asked, key)
  const [event] = await eventsOf(body.notification_id)
  const subject = subjectOf((event!.data as { text_sealed: string }).text_sealed)!
  assert.is(await vault.eraseBefore(subject, `${subject}~`), 1)
  const keys = () =>
    db.oneFirst(sql.type(Count)`select count(*) as count from vault.data_keys where subject = ${subject}`)
  for (const again of [asked, messageTo(user_id)]) {
    const repeated = await withKey(again, key)
    assert.equal(refusal(repeated), [422, 'IDEMPOTENCY_KEY_REUSED', 'Idempotency-Key'])
    assert.is(
      repeated.body.details.reason,
      'was used with a request whose content is deleted, so that it cannot be compared',
    )
  }
  assert.is(await keys(), 0)
  const over = new Date(Date.now() + service.service.config.IDEMPOTENCY_TTL_S * 1_000)
  assert.is((await sentAt(over, asked, key)).replayed, false)
  assert.equal(idsOf(await history(user_id)).length, 2)
})

test('what is nested deeply, and names without an end, are refused by their field in a short answer', async () => {
  const { user_id } = await userWith({})
  const { notification } = messageTo(user_id)
  const depth = 100_000
  const lists = `${'['.repeat(depth)}${']'.repeat(depth)}`
  const objects = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const place = '"data":null'
  const text = JSON.stringify({ user_id, notification: { ...notification, data: null } })
  for (const [data, field] of [
    [`{"a":${lists}}`, 'notification.data.a'],
    [objects, 'notification.data.a'],
    [lists, 'notification.data'],
  ] as const)
    assert.equal(refusal(await send(text.replace(place, `"data":${data}`))), [...[400, 'INVALID_REQUEST', field]])
  const name = 'x'.repeat(500_000)
  for (const [long, reason] of [
    [{ data: { [name]: 'x' } }, 'must have a name of 1 to 64 characters'],
    [{ data: { [name]: 1 } }, 'must be a string'],
  ] as const) {
    const { status, body } = await send(messageTo(user_id, long))
    assert.equal([status, body.details.reason], [400, reason])
    assert.is(body.details.field, `notification.data.${'x'.repeat(128)}…`)
    assert.ok(JSON.stringify(body).length < 1_000)
  }
})

test('a user without a reachable device is NOTIF_002, an unknown user NOTIF_004', async () => {
  const refused = async (user_id: string, by?: Client) => refusal(await send(messageTo(user_id), {}, by))
  assert.equal(await refused(userOf()), [404, 'NOTIF_004', 'user_id'])
  const { user_id: logsIn } = await member('consumer')
  assert.equal(await refused(logsIn), [404, 'NOTIF_002', 'user_id'])
  const { user_id, devices } = await userWith({})
  await admin.send('DELETE', `/notifications/devices/dev_${devices[0]}`)
  assert.equal(await refused(user_id), [404, 'NOTIF_002', 'user_id'])
  // Whom one client knows, another one does not.
  const bank = await service.newClient()
  for (const theirs of [logsIn, user_id]) assert.equal(await refused(theirs, bank), [404, 'NOTIF_004', 'user_id'])
})

test('while no network of its devices takes anything it is NOTIF_008, with the reason; with one that does it is queued', async () => {
  const { user_id } = await userWith({}, android)
  const asked: (readonly string[])[] = []
  const unavailable: NotificationService['unavailable'] = async platforms => {
    asked.push(platforms)
    return platforms.includes('ios') ? null : 'FCM is not configured'
  }
  const now = service.service.now()
  const one = await outcomeOf(sentAt(now, messageTo(user_id), null, { unavailable }))
  assert.equal(one, ['NOTIF_008', 'FCM is not configured'])
  assert.is(await queuedFor(user_id), 0)
  const both = await sentAt(now, messageTo(user_id, {}, { send_to_all_devices: true }), null, { unavailable })
  assert.is(both.notification.deliveries.length, 2)
  assert.equal(asked, [['android'], ['android', 'ios']])
})

test('a user gets 60 notifications a minute; repeats and refused requests do not count', async () => {
  const { user_id } = await userWith({})
  const asked = messageTo(user_id)
  const minute = new Date(Math.ceil(service.service.now().getTime() / 60_000) * 60_000)
  const at = (body: object, key: string | null, s = 0) =>
    outcomeOf(sentAt(new Date(minute.getTime() + s * 1_000), body, key))
  for (let n = 0; n < 60; n += 1) {
    await at(messageTo(user_id), null)
    if (n < 5) await at(asked, 'one key')
    if (n < 5) await at(messageTo(user_id, { category: 'refund' }), null)
  }
  // One of them was the key's.
  assert.is(await queuedFor(user_id), 60)
  assert.equal(await at(messageTo(user_id), null), ['NOTIF_007', 'user_id'])
  assert.equal(await at(messageTo(user_id), null, 59), ['NOTIF_007', 'user_id'])
  assert.is(((await at(asked, 'one key', 59)) as { replayed: boolean }).replayed, true)
  assert.is(((await at(messageTo(user_id), null, 60)) as { replayed: boolean }).replayed, false)
  assert.is(((await at(messageTo((await userWith({})).user_id), null)) as { replayed: boolean }).replayed, false)
})

test('too many of them are answered with when to come back', async () => {
  const { user_id } = await userWith({})
  const answers: Answer[] = []
  // At most two minutes begin meanwhile.
  while (answers.length < 181 && answers.at(-1)?.status !== 429) answers.push(await send(messageTo(user_id)))
  const last = answers.at(-1)!
  assert.equal(refusal(last), [429, 'NOTIF_007', 'user_id'])
  assert.equal([last.body.details.limit, last.body.details.window], [60, 'minute'])
  const after = Number(last.headers.get('retry-after'))
  assert.ok(after >= 1 && after <= 60, `${after}`)
})

test('the client’s own limit is NOTIF_007, too', async () => {
  const agreed_limit = { per_minute: 3, per_day: null }
  const { body: made } = await admin.post('/admin/clients', { name: `Bank ${randomUUID()}`, agreed_limit })
  const email = `${randomUUID()}@bank.example`
  await admin.post('/admin/users', { client_id: made.client_id, email, role: 'admin', password: ADMIN.password })
  const caller = await logIn(service.url, email, ADMIN.password)
  const codes = new Set<string>()
  for (let n = 0; n < 12; n += 1) {
    const answers = [
      await send(messageTo('user'), {}, caller),
      await history('user', '', caller),
      await caller.post('/notifications/read-all', { user_id: 'user' }),
    ]
    for (const { status, body } of answers) if (status === 429) codes.add(body.error_code)
  }
  assert.equal([...codes], ['NOTIF_007'])
})

test('who may send and who may read: roles and scopes, and a consumer what is its own', async () => {
  const [ann, bob] = [await member('consumer'), await member('consumer')]
  const [{ caller: auditor }, { caller: integrator }] = [await member('auditor'), await member('integrator')]
  await register(deviceOf(null), ann.caller)
  const { body } = await send(messageTo(ann.user_id), {}, integrator)
  assert.is(body.status, 'queued')
  for (const by of [ann.caller, auditor])
    assert.equal((await send(messageTo(ann.user_id), {}, by)).body.details, { required_scope: 'notify:send' })
  for (const path of ['/notifications/history', `/notifications/history?user_id=${ann.user_id}`])
    assert.equal(idsOf(await ann.caller.get(path)), [body.notification_id])
  assert.equal(idsOf(await history(ann.user_id, '', auditor)), [body.notification_id])
  assert.equal(refusal(await history(ann.user_id, '', bob.caller)), [403, 'AUTH_003', 'user_id'])
  assert.equal((await bob.caller.get('/notifications/history')).body.data, [])
  assert.equal(refusal(await admin.get('/notifications/history')), [400, 'INVALID_REQUEST', 'user_id'])
  const path = `/notifications/${body.notification_id}/read`
  assert.equal(refusal(await bob.caller.post(path)), [404, 'NOTIF_003', 'notification_id'])
  assert.equal(refusal(await (await service.newClient()).post(path)), [404, 'NOTIF_003', 'notification_id'])
  assert.equal((await auditor.post(path)).body.details, { required_scope: 'notify:register' })
  const theirs = await bob.caller.post('/notifications/read-all', { user_id: ann.user_id })
  assert.equal(refusal(theirs), [403, 'AUTH_003', 'user_id'])
  assert.is((await stateOf(body.notification_id)).status, 'unread')
  assert.is((await ann.caller.post(path)).status, 200)
  assert.equal((await ann.caller.get('/notifications/history')).body.unread_count, 0)
  // What a client tells a user of that id is not what another one tells theirs.
  const bank = await service.newClient()
  assert.equal((await history(ann.user_id, '', bank)).body.data, [])
})

test('a history comes page by page, the newest first, by category and by what is unread', async () => {
  const { user_id } = await userWith({})
  const ids: string[] = []
  for (let n = 0; n < 7; n += 1) {
    const category = n % 3 === 0 ? 'system' : 'vpn_status'
    ids.unshift((await send(messageTo(user_id, { category }))).body.notification_id)
  }
  const page = async (query: string) => {
    const answer = await history(user_id, query)
    return { ids: idsOf(answer), ...answer.body.pagination, unread: answer.body.unread_count }
  }
  const all = { limit: 3, total_items: 7, unread: 7 }
  assert.equal(await page('&limit=3'), { ids: ids.slice(0, 3), ...all, offset: 0, has_more: true })
  assert.equal(await page('&limit=3&offset=3'), { ids: ids.slice(3, 6), ...all, offset: 3, has_more: true })
  assert.equal(await page('&limit=3&offset=6'), { ids: ids.slice(6), ...all, offset: 6, has_more: false })
  assert.equal(await page('&limit=3&offset=4'), { ids: ids.slice(4), ...all, offset: 4, has_more: false })
  assert.equal(await page('&limit=3&offset=2147483647'), { ids: [], ...all, offset: 2_147_483_647, has_more: false })
  const system = [ids[0]!, ids[3]!, ids[6]!]
  await admin.post(`/notifications/${ids[3]}/read`)
  await admin.post(`/notifications/${ids[1]}/read`)
  const counts = async (query: string) => {
    const { ids, total_items, unread } = await page(query)
    return [ids, total_items, unread]
  }
  assert.equal(await counts('&category=system'), [system, 3, 5])
  assert.equal(await counts('&category=system&unread_only=true'), [[system[0], system[2]], 2, 5])
  assert.equal(await counts('&unread_only=true'), [ids.filter((_, n) => n !== 1 && n !== 3), 5, 5])
  assert.equal(await counts('&unread_only=false'), [ids, 7, 5])
  assert.equal(await counts('&category=fraud_alert'), [[], 0, 5])
  for (const query of [
    'limit=0',
    'limit=-1',
    'limit=101',
    'limit=ten',
    'limit=1.5',
    'offset=-1',
    'offset=x',
    'unread_only=TRUE',
    'unread=true',
    'category=',
  ])
    assert.is((await history(user_id, `&${query}`)).status, 400, query)
  assert.equal(refusal(await history(user_id, '&limit=101')), [400, 'INVALID_REQUEST', 'limit'])
  assert.equal(refusal(await history(user_id, '&category=refund')), [422, 'NOTIF_006', 'category'])
  assert.equal((await history(userOf())).body, {
    ...{ data: [], pagination: { limit: 50, offset: 0, total_items: 0, has_more: false }, unread_count: 0 },
  })
})

test('what is read is so from the first time on; nonsense is NOTIF_003', async () => {
  const { user_id } = await userWith({})
  const { body } = await send(messageTo(user_id))
  const mark = (id: string) => admin.post(`/notifications/${id}/read`)
  const first = await mark(body.notification_id)
  assert.equal(Object.keys(first.body), ['notification_id', 'read_at'])
  assert.equal((await mark(body.notification_id)).body, first.body)
  assert.equal(
    (await eventsOf(body.notification_id)).map(({ type }) => type),
    ['NotificationQueued', 'NotificationRead'],
  )
  assert.is((await history(user_id)).body.data[0].read_at, first.body.read_at)
  for (const id of [`ntf_${randomUUID()}`, 'ntf_none', '%00', body.notification_id.slice(4)])
    assert.equal(refusal(await mark(id)), [404, 'NOTIF_003', 'notification_id'], id)
})

test('all notifications of a user are marked as read at once, and no others', async () => {
  const [{ user_id }, other] = [await userWith({}), await userWith({})]
  for (let n = 0; n < 5; n += 1) await send(messageTo(user_id))
  await send(messageTo(other.user_id))
  const [{ notification_id }] = (await history(user_id)).body.data
  await admin.post(`/notifications/${notification_id}/read`)
  const all = () => admin.post('/notifications/read-all', { user_id })
  assert.equal((await all()).body, { marked: 4, unread_count: 0 })
  assert.equal((await all()).body, { marked: 0, unread_count: 0 })
  assert.is((await history(user_id, '&unread_only=true')).body.pagination.total_items, 0)
  assert.is((await history(other.user_id)).body.unread_count, 1)
  assert.equal(refusal(await admin.post('/notifications/read-all', {})), [400, 'INVALID_REQUEST', 'user_id'])
})

test('marking as read needs no body and no content type; callers for all users name the user', async () => {
  const { user_id, caller } = await member('consumer')
  await register(deviceOf(null), caller)
  const [first, second] = [await send(messageTo(user_id)), await send(messageTo(user_id))]
  const path = `/notifications/${first.body.notification_id}/read`
  const one = await caller.send('POST', path)
  assert.equal([one.status, one.body.notification_id], [200, first.body.notification_id])
  assert.is((await caller.send('POST', path, '', { 'content-type': 'application/json' })).status, 200)
  assert.equal((await caller.send('POST', '/notifications/read-all')).body, { marked: 1, unread_count: 0 })
  assert.is((await stateOf(second.body.notification_id)).status, 'read')
  for (const body of ['', 'null', '{}', '{"user_id":null}'])
    assert.equal((await caller.send('POST', '/notifications/read-all', body)).body, { marked: 0, unread_count: 0 })
  for (const body of [undefined, '{}']) {
    const answer = await admin.send('POST', '/notifications/read-all', body)
    assert.equal([...refusal(answer), answer.body.details.reason], [400, 'INVALID_REQUEST', 'user_id', 'is required'])
  }
})

test('the outcome on each device is counted in the history and shown by the audit, without the text', async () => {
  const { user_id, devices } = await userWith({}, android, {}, {})
  const asked = messageTo(user_id, { data: { secret: 'words' } }, { send_to_all_devices: true })
  const { body } = await send(asked)
  const id = notifications.parseNotificationId(body.notification_id)!
  const [first, second, third, fourth] = devices
  const now = service.service.now()
  const record = (command: Parameters<typeof notifications.decider.decide>[0]) =>
    execute.run(notifications, id, command, contextAt(now))
  await record({ type: 'record_sent', device: first!, provider_id: 'apns-1' })
  await record({ type: 'record_failed', device: second!, reason: 'token_dead' })
  await record({ type: 'record_expired', device: third! })
  await record({ type: 'record_failed', device: first!, reason: 'token_dead' })
  const [listed] = (await history(user_id)).body.data
  assert.equal(listed.delivery, { queued: 1, sent: 1, failed: 1, expired: 1, failure_reason: 'token_dead' })
  const told = (await admin.get(`/audit/notifications/${body.notification_id}`)).body
  const at = now.toISOString()
  assert.equal(
    told.state.deliveries.toSorted(
      (a: { registration_id: string }, b: { registration_id: string }) =>
        devices.indexOf(a.registration_id.slice(4)) - devices.indexOf(b.registration_id.slice(4)),
    ),
    [
      { registration_id: `dev_${first}`, platform: 'ios', status: 'sent', at, provider_id: 'apns-1' },
      { registration_id: `dev_${second}`, platform: 'android', status: 'failed', at, reason: 'token_dead' },
      { registration_id: `dev_${third}`, platform: 'ios', status: 'expired', at },
      { registration_id: `dev_${fourth}`, platform: 'ios', status: 'queued' },
    ],
  )
  assert.is(told.chain.intact, true)
  for (const words of [asked.notification.title, asked.notification.body, 'words'])
    assert.not(JSON.stringify(told).includes(words))
  assert.is((await (await service.newClient()).get(`/audit/notifications/${body.notification_id}`)).status, 404)
})

test('after 90 days the text is deleted, for that day and no other, and the outcomes stay', async () => {
  const { user_id } = await userWith({})
  const dayStart = Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`)
  const at = async (ms: number) => (await sentAt(new Date(ms), messageTo(user_id))).id
  const [over, within, today] = [
    await at(dayStart - 90 * DAY_MS - 1),
    await at(dayStart - 90 * DAY_MS),
    await at(Date.now()),
  ]
  const keys = () =>
    db.oneFirst(sql.type(Count)`select count(*) as count from vault.data_keys where subject not like 'notification:%'`)
  const others = await keys()
  const titles = async () =>
    ((await history(user_id)).body.data as { title: string | null }[]).map(({ title }) => title !== null)
  assert.equal(await titles(), [true, true, true])
  // A day is over when two clocks say so.
  const ahead = new Date(Date.now() + 91 * DAY_MS)
  await startMaintenance({ ...of, config: service.service.config, now: () => ahead }).stop()
  assert.equal(await titles(), [true, true, false])
  const [, , forgotten] = (await history(user_id)).body.data
  const { title, body, data, category } = forgotten
  assert.equal({ title, body, data, category }, { title: null, body: null, data: null, category: 'refund_status' })
  for (const [id, isThere] of [
    [over, false],
    [within, true],
    [today, true],
  ] as const) {
    const [event] = await store.read(notifications.stream(id))
    const { text_sealed } = event!.data as { text_sealed: string }
    assert.is((await openText({ vault, log }, id, text_sealed)) !== null, isThere)
  }
  assert.is(await keys(), others)
})

test('the rebuilt lists equal the present ones', () => areAsRebuilt(service, ['notifications', 'push_devices']))

test('no text of a notification is in the log', async () => {
  const { user_id } = await userWith({})
  const asked = messageTo(user_id, { data: { said: `Data ${randomUUID()}` } })
  await send(asked)
  await send({ ...asked, options: { sound: '../x' } })
  await history(user_id)
  const logged = lines.join('')
  assert.ok(logged.includes('/notifications/send'))
  for (const said of ['Title ', 'Body ', 'Data ']) assert.not(logged.includes(said), said)
})

test.run()
