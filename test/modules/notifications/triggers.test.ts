import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { queueNotification } from '#commands/notifications/queue-notification.ts'
import { SendNotificationBody, sendNotification } from '#commands/notifications/send-notification.ts'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { isRegistration, pushDevices } from '#domain/notifications/devices/decider.ts'
import type { NotificationText } from '#domain/notifications/messages.ts'
import { isNotification, notifications } from '#domain/notifications/notifications/decider.ts'
import { notificationStreams, type QueuedData } from '#domain/notifications/notifications/events.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { analysisStreams } from '#domain/sms/analyses/events.ts'
import { devices as tunnels } from '#domain/vpn/devices/decider.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { listNewer } from '#modules/notifications/is-superseded.ts'
import { notifyProcesses } from '#modules/notifications/triggers/notify-process.ts'
import { systemContext } from '#reactions/system-context.ts'
import { createNotificationService } from '#services/notifications/notification-service.ts'
import { openText } from '#services/notifications/sealing.ts'
import { type Client, logIn, until } from '../../harness/client.ts'
import { ACCOUNTS } from '../../harness/samples.ts'
import { recordScore } from '../../harness/scores.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { messageOf } from '../sms/messages.ts'
import { reaches, refunded } from '../subjects/people.ts'
import { connectOf, endLease, newServer, newUser } from '../vpn/vpn-samples.ts'
import { deviceOf, messageTo } from './device-samples.ts'
import { notifyReaction } from './notification-reactions.ts'

/** What happens to users they are told, in their language, as their client wants it. */
const test = suite('what the service tells users by itself')
const service = await startTestService()
test.after(service.end)
const { admin } = service
const { execute, store, db, log, vault } = service.service
const { client_id } = (await admin.get('/api/auth/me')).body
const of = createNotificationService(service.service)
const DAY_MS = 86_400_000

const register = (device: object, by: Client = admin) => by.post('/notifications/devices', device)
const idOf = ({ body }: { body: { registration_id: string } }) => body.registration_id.slice('dev_'.length)
async function person(...languages: (string | null)[]) {
  const user_id = `user_${randomUUID()}`
  const devices: string[] = []
  for (const language of languages) devices.push(idOf(await register(deviceOf(user_id, { language }))))
  return { user_id, devices }
}
type Queued = QueuedData & { text: NotificationText; id: string }
/** What was queued because of an event; null while nothing is. */
async function toldOf(user_id: string, event: { id: string }, client = client_id): Promise<Queued | null> {
  const id = notificationStreams.ofEvent({ client_id: client, user_id }, event.id)
  const [first] = await store.read(notifications.stream(id))
  if (first === undefined) return null
  const data = first.data as QueuedData
  const text = await openText({ vault, log }, id, data.text_sealed)
  assert.ok(text !== null)
  return { ...data, text, id }
}
const told = async (user_id: string, event: { id: string }) => {
  const found = await until(
    () => toldOf(user_id, event),
    one => one !== null,
  )
  return found!
}
const eventIn = async (stream: string, type: string): Promise<Recorded<DomainEvent>> => {
  const found = await until(
    async () => (await store.read(stream)).findLast(event => event.type === type),
    event => event !== undefined,
  )
  return found!
}
/** The step of the queue, done now, whatever the service has done of it. */
const tell = (event: Recorded<DomainEvent>, now = service.service.now) => {
  const [arming] = notifyReaction.schedule(event)
  assert.ok(arming !== undefined, event.type)
  const claim = { ...arming, generation: 0, fence: 0, attempts: 0, failures: 0, armed_for_ms: 0, clock: now }
  return notifyProcesses[0]!.handler({ ...of, now })(claim)
}

test('a refund’s outcome, on all devices of who gets it, in the language of each and with the amount', async () => {
  const { user_id, devices } = await person('es-MX', 'en', 'fr', null)
  const { refund_id } = await refunded(admin, user_id)
  await reaches(admin, refund_id, 'completed')
  const event = await eventIn(refundStreams.stream(refund_id), 'RefundCompleted')
  const { targets, text, origin, category, priority, collapse_id, held_until, badge_count } = await told(user_id, event)
  assert.equal(
    targets,
    ['es', 'en', 'en', 'en'].map((language, n) => ({ device: devices[n]!, platform: 'ios', language })).toReversed(),
  )
  assert.equal(
    { category, priority, held_until, badge_count },
    { category: 'refund_status', priority: 'normal', held_until: null, badge_count: null },
  )
  assert.equal(origin, { by: 'event', event_id: event.id })
  assert.is(collapse_id, `refund:${refund_id}`)
  const { also, title, body, data } = text
  assert.equal(data, { alert_type: 'refund', refund_id, status: 'completed' })
  // The device that was seen last reads English.
  assert.equal([title, body.replaceAll('\u00a0', ' ')], ['Refund completed', 'Your refund of EUR 10.00 has been paid.'])
  assert.equal(also?.es?.title, 'Reembolso completado')
  const history = await admin.get(`/notifications/history?user_id=${user_id}`)
  assert.is(history.body.data[0].title, 'Refund completed')
})

test('a refund that fails or is voided is told as such', async () => {
  const { user_id } = await person('es')
  const { refund_id } = await refunded(admin, user_id, { account: ACCOUNTS.closed })
  await reaches(admin, refund_id, 'failed')
  const failed = await told(user_id, await eventIn(refundStreams.stream(refund_id), 'RefundFailed'))
  assert.is(failed.text.title, 'Reembolso fallido')
  await admin.post(`/refund/${refund_id}/void`, { reason: 'fraud_not_confirmed' })
  const voided = await told(user_id, await eventIn(refundStreams.stream(refund_id), 'RefundVoided'))
  assert.equal([voided.text.title, voided.text.data.status], ['Reembolso anulado', 'voided'])
  // One takes the other's place on a device.
  assert.is(voided.collapse_id, failed.collapse_id)
})

test('a fraud alert, when it is opened and when it can not wait', async () => {
  const { user_id } = await person('en')
  const alert_id = await recordScore(service.service, {
    ...{ client_id, user_id, transaction_id: randomUUID(), score: 0.7, at: Date.UTC(2026, 0, 31, 12) },
  })
  const opened = await told(user_id, await eventIn(alertStreams.stream(alert_id), 'AlertOpened'))
  assert.equal([opened.category, opened.priority, opened.collapse_id], ['fraud_alert', 'critical', `fraud:${alert_id}`])
  assert.equal([opened.text.title, opened.text.data.alert_id], ['Was this you?', alert_id])
  const { status } = await admin.post(`/fraud/alerts/${alert_id}/escalate`, { note: 'look' })
  assert.is(status, 200)
  const escalated = await told(user_id, await eventIn(alertStreams.stream(alert_id), 'AlertEscalated'))
  assert.is(escalated.text.title, 'Urgent: check a payment')
})

test('a tunnel that others ended or that ended by itself, and not one that its user ended', async () => {
  const server_id = await newServer(admin)
  const { user_id, caller } = await newUser(admin)
  await register(deviceOf(null, { language: 'es' }), caller)
  const stream = tunnels.stream(tunnels.id(client_id, user_id))
  const connect = async () =>
    (await caller.post('/vpn/connect', connectOf(user_id, server_id))).body.session_id as string
  const [revoked, expiring] = [await connect(), await connect()]
  await admin.post(`/vpn/sessions/${revoked}/revoke`)
  const first = await told(user_id, await eventIn(stream, 'VpnSessionRevoked'))
  assert.equal([first.category, first.collapse_id, first.text.title], ['vpn_status', 'vpn', 'VPN desconectada'])
  assert.equal(first.text.data, { alert_type: 'vpn', session_id: revoked, status: 'revoked' })
  await endLease({ db }, expiring)
  const second = await told(user_id, await eventIn(stream, 'VpnSessionExpired'))
  assert.equal(second.text.data, { alert_type: 'vpn', session_id: expiring, status: 'expired' })
  const own = await connect()
  await caller.post('/vpn/disconnect', { session_id: own })
  assert.equal(notifyReaction.schedule(await eventIn(stream, 'VpnSessionDisconnected')), [])
})

test('a message that is phishing, on the phone that it came to and on no other', async () => {
  const user_id = `user_${randomUUID()}`
  const [phone, tablet] = [deviceOf(user_id, { platform: 'ios' }), deviceOf(user_id)]
  const id = idOf(await register(phone))
  await register(tablet)
  const analysed = async (more: object) => {
    const { status, body } = await admin.post('/sms/analyze', messageOf(more))
    assert.equal([status, body.is_phishing], [200, true])
    return eventIn(analysisStreams.stream(body.analysis_id), 'SmsAnalysed')
  }
  const { targets, text, category } = await told(user_id, await analysed({ device_id: phone.device_id }))
  assert.equal([targets.map(({ device }) => device), category], [[id], 'phishing_detected'])
  assert.is(text.data.alert_type, 'phishing')
  // To none where none is registered, and to nobody else's.
  const other = await person('en')
  for (const more of [
    { device_id: 'no phone', user_id },
    { device_id: phone.device_id, user_id: other.user_id },
  ]) {
    const event = await analysed(more)
    assert.equal(await tell(event), { done: true })
    for (const whose of [user_id, other.user_id]) assert.is(await toldOf(whose, event), null)
  }
  const harmless = await admin.post(
    '/sms/analyze',
    messageOf({ device_id: phone.device_id, message_content: 'See you tomorrow', sender: 'Mum' }),
  )
  assert.is(harmless.body.is_phishing, false)
  const event = await eventIn(analysisStreams.stream(harmless.body.analysis_id), 'SmsAnalysed')
  assert.equal(await tell(event), { done: true })
  assert.is(await toldOf(user_id, event), null)
})

test('a message that is phishing, on the user’s other devices where the phone that it came to is dead', async () => {
  const { user_id, caller } = await newUser(admin, 'consumer')
  const analysed = async (device_id: string) => {
    const { body } = await admin.post('/sms/analyze', messageOf({ device_id }))
    return eventIn(analysisStreams.stream(body.analysis_id), 'SmsAnalysed')
  }
  // Of the second one a consumer alone has said whose it is.
  const [phone, own, tablet] = [deviceOf(user_id), deviceOf(null), deviceOf(user_id)]
  const dead = [idOf(await register(phone)), idOf(await register(own, caller))]
  const living = idOf(await register(tablet))
  for (const device of dead) {
    const { state } = await execute.load(pushDevices, device)
    if (!isRegistration(state)) throw new Error('it is not registered')
    const { registration } = state
    const command = { type: 'deactivate', registration, since: null, reason: 'token_dead' } as const
    const context = systemContext('test', client_id, { correlation_id: '', causation_id: '' }, service.service.now())
    await execute.run(pushDevices, device, command, context)
  }
  for (const { device_id } of [phone, own]) {
    const { targets } = await told(user_id, await analysed(device_id))
    assert.equal(
      targets.map(({ device }) => device),
      [living],
    )
  }
  // Another user’s dead phone says nothing of where this one is reached.
  const other = await person('en')
  const { body } = await admin.post('/sms/analyze', messageOf({ device_id: phone.device_id, user_id: other.user_id }))
  const event = await eventIn(analysisStreams.stream(body.analysis_id), 'SmsAnalysed')
  assert.equal(await tell(event), { done: true })
  assert.is(await toldOf(other.user_id, event), null)
})

test('a phone that a consumer alone has registered is told of phishing, too, whoever has it analysed', async () => {
  const email = `own-${randomUUID()}@bank.example`
  const { body: user } = await admin.post('/admin/users', { email, role: 'consumer', password: ADMIN.password })
  const consumer = await logIn(service.url, email, ADMIN.password)
  const phone = deviceOf(null)
  assert.is((await consumer.post('/notifications/devices', phone)).status, 200)
  const { body } = await admin.post('/sms/analyze', messageOf({ device_id: phone.device_id }))
  const analysed = await eventIn(analysisStreams.stream(body.analysis_id), 'SmsAnalysed')
  assert.is((analysed.data as { user_id: unknown }).user_id, null)
  assert.is((await told(user.user_id, analysed)).category, 'phishing_detected')
})

test('a password that was changed, and an endpoint that somebody else switched off', async () => {
  const { user_id, caller } = await newUser(admin, 'integrator')
  await register(deviceOf(user_id))
  const hook = { url: 'https://127.0.0.1:9/hook', events: ['refund.completed'] }
  const made = await caller.post('/webhooks', hook)
  assert.is(made.status, 201, JSON.stringify(made.body))
  const stream = `webhook-${made.body.webhook_id}`
  const disable = (by: Client, status: string) => by.send('PATCH', `/webhooks/${made.body.webhook_id}`, { status })
  assert.is((await disable(caller, 'disabled')).status, 200)
  const own = await eventIn(stream, 'WebhookDisabled')
  assert.equal(await tell(own), { done: true })
  assert.is(await toldOf(user_id, own), null)
  await disable(caller, 'active')
  await disable(admin, 'disabled')
  const theirs = await told(user_id, await eventIn(stream, 'WebhookDisabled'))
  assert.equal([theirs.category, theirs.text.data.webhook_id], ['security_alert', made.body.webhook_id])

  const { status } = await caller.post('/api/auth/password', {
    current_password: ADMIN.password,
    new_password: `${ADMIN.password} anew`,
  })
  assert.ok(status < 300, `${status}`)
  const event = await eventIn(`user-${user_id}`, 'PasswordChanged')
  const changed = await told(user_id, event)
  assert.equal([changed.text.title, changed.collapse_id], ['Password changed', `security_alert:${event.id}`])
})

test('an event is told once, however often it is done; what is old, and to whom nothing is to be told, not at all', async () => {
  const { user_id } = await person('en')
  const { refund_id } = await refunded(admin, user_id)
  await reaches(admin, refund_id, 'completed')
  const event = await eventIn(refundStreams.stream(refund_id), 'RefundCompleted')
  const { id } = await told(user_id, event)
  await Promise.all([tell(event), tell(event), tell(event)])
  assert.equal(
    (await store.read(notifications.stream(id))).filter(({ type }) => type === 'NotificationQueued').length,
    1,
  )
  // Somebody without a device at that time, who has one by now.
  const later = `user_${randomUUID()}`
  const { refund_id: second } = await refunded(admin, later)
  await reaches(admin, second, 'completed')
  const missed = await eventIn(refundStreams.stream(second), 'RefundCompleted')
  assert.equal(await tell(missed), { done: true })
  await register(deviceOf(later))
  assert.equal(await tell(missed, () => new Date(Date.parse(missed.at) + DAY_MS)), { done: true })
  assert.is(await toldOf(later, missed), null)
  assert.equal(await tell(missed, () => new Date(Date.parse(missed.at) + DAY_MS - 1)), { done: true })
  assert.is((await toldOf(later, missed))?.category, 'refund_status')
})

const UNSET = {
  refund_status: true,
  fraud_alert: true,
  phishing_detected: true,
  darkweb_alert: true,
  security_alert: true,
  vpn_status: true,
}

test('what a client wants is told and changed by its integrators and administrators, and by nobody else', async () => {
  const bank = await service.newClient()
  const get = (by: Client = bank) => by.get('/notifications/preferences')
  const put = (body: unknown, by: Client = bank) => by.send('PUT', '/notifications/preferences', body)
  assert.equal((await get()).body, { categories: UNSET, quiet_hours: null, updated_at: null })
  const quiet_hours = { from: '22:00', to: '07:00', timezone: 'Europe/Madrid' }
  const { body } = await put({ categories: { vpn_status: false, refund_status: true }, quiet_hours })
  assert.equal([body.categories, body.quiet_hours], [{ ...UNSET, vpn_status: false }, quiet_hours])
  assert.equal((await get()).body, body)
  assert.equal((await put({ categories: { vpn_status: false }, quiet_hours })).body, body)
  assert.equal((await put(body)).body, body, 'what was read can be sent back')
  const refused = await put({ expected_updated_at: null })
  assert.equal([refused.status, refused.body.details.updated_at], [409, body.updated_at])
  assert.equal((await get(admin)).body.quiet_hours, null)
  const bad: [unknown, string][] = [
    [{ categories: { refund_statsu: false } }, 'categories.refund_statsu'],
    [{ categories: { system: false } }, 'categories.system'],
    [{ expected_update_at: null }, 'expected_update_at'],
    [{ expected_updated_at: 'yesterday' }, 'expected_updated_at'],
    [{ categories: { vpn_status: 'no' } }, 'categories.vpn_status'],
    [{ quiet_hours: { ...quiet_hours, from: '24:00' } }, 'quiet_hours.from'],
    [{ quiet_hours: { ...quiet_hours, to: '7:00' } }, 'quiet_hours.to'],
    [{ quiet_hours: { ...quiet_hours, to: '22:00' } }, 'quiet_hours.to'],
    [{ quiet_hours: { ...quiet_hours, timezone: '+01:00' } }, 'quiet_hours.timezone'],
    [{ quiet_hours: { ...quiet_hours, timezone: 'Europe/Atlantis' } }, 'quiet_hours.timezone'],
    [{ quiet_hours: { from: '22:00', to: '07:00' } }, 'quiet_hours.timezone'],
    [{ quiet_hours: { ...quiet_hours, days: [] } }, 'quiet_hours.days'],
  ]
  for (const [wrong, field] of bad) {
    const answer = await put(wrong)
    assert.equal([answer.status, answer.body.error_code, answer.body.details.field], [400, 'INVALID_REQUEST', field])
  }
  assert.equal((await get()).body, body)
  for (const role of ['consumer', 'auditor', 'operator']) {
    const { caller } = await newUser(admin, role)
    for (const refused of [await get(caller), await put({}, caller)])
      assert.equal([refused.status, refused.body.details], [403, { required_roles: ['integrator', 'admin'] }])
  }
  const { caller: integrator } = await newUser(admin, 'integrator')
  assert.is((await put({}, integrator)).status, 200)
  assert.is((await get(integrator)).status, 200)
  assert.equal((await put({})).body.categories, UNSET)
})

test('what a client switched off is not told', async () => {
  const bank = await service.newClient()
  const { client_id: theirs } = (await bank.get('/api/auth/me')).body
  const user_id = `user_${randomUUID()}`
  await register(deviceOf(user_id), bank)
  await bank.send('PUT', '/notifications/preferences', { categories: { refund_status: false } })
  const { refund_id } = await refunded(bank, user_id)
  await reaches(bank, refund_id, 'completed')
  const event = await eventIn(refundStreams.stream(refund_id), 'RefundCompleted')
  assert.equal(await tell(event), { done: true })
  assert.is(await toldOf(user_id, event, theirs), null)
  await bank.send('PUT', '/notifications/preferences', {})
  assert.equal(await tell(event), { done: true })
  assert.is((await toldOf(user_id, event, theirs))?.category, 'refund_status')
})

test('in quiet hours normal and low wait, high and critical do not; what waited lives as long from then on', async () => {
  const bank = await service.newClient()
  const { client_id: theirs } = (await bank.get('/api/auth/me')).body
  const user_id = `user_${randomUUID()}`
  await register(deviceOf(user_id), bank)
  await bank.send('PUT', '/notifications/preferences', {
    quiet_hours: { from: '22:00', to: '07:00', timezone: 'Europe/Madrid' },
  })
  const at = async (now: string, more: object) => {
    const context = {
      ...{ actor: { sub: 'usr_1', client_id: theirs, role: 'admin' }, request_id: 'req', command_id: randomUUID() },
      ...{ correlation_id: 'req', causation_id: null, now: new Date(now) },
    }
    const sent = await sendNotification(of, context, {
      key: null,
      body: SendNotificationBody.parse(messageTo(user_id, more)),
    })
    const { held_until, expires_at } = sent.notification
    return { id: sent.id, held_until, expires_at }
  }
  const times = async (now: string, more: object) => {
    const { held_until, expires_at } = await at(now, more)
    return [held_until, expires_at]
  }
  const night = '2026-07-01T23:00:00.000Z'
  const morning = '2026-07-02T05:00:00.000Z'
  assert.equal(await times(night, { category: 'vpn_status' }), [morning, '2026-07-02T05:10:00.000Z'])
  assert.equal(await times(night, { category: 'system' }), [morning, '2026-07-02T06:00:00.000Z'])
  assert.equal(await times(night, { category: 'system', priority: 'high' }), [null, '2026-07-02T00:00:00.000Z'])
  assert.equal(await times(night, { category: 'fraud_alert' }), [null, '2026-07-02T23:00:00.000Z'])
  assert.equal(await times(morning, { category: 'vpn_status' }), [null, '2026-07-02T05:10:00.000Z'])

  // Of what takes the place of something else only the newest is told.
  const [first, second] = [
    await at('2026-07-03T22:00:00.000Z', { category: 'vpn_status' }),
    await at('2026-07-03T23:00:00.000Z', { category: 'vpn_status' }),
  ]
  const other = await at('2026-07-03T23:30:00.000Z', { category: 'system' })
  const newerThan = async ({ id }: { id: string }) => {
    const { state } = await execute.load(notifications, id)
    if (!isNotification(state)) throw new Error('there is no such notification')
    return listNewer(db, id, state, 10)
  }
  const [newer] = await until(
    () => newerThan(first),
    ids => ids.length > 0,
  )
  assert.is(newer, second.id)
  assert.equal([await newerThan(second), await newerThan(other)], [[], []])
})

test('what was queued under an id that is taken is not queued again', async () => {
  const { user_id, devices } = await person('en')
  const context = {
    ...{ actor: { sub: 'usr_1', client_id, role: 'admin' }, request_id: 'req', command_id: randomUUID() },
    ...{ correlation_id: 'req', causation_id: null, now: service.service.now() },
  }
  const draft = {
    ...({ client_id, user_id, category: 'system', priority: 'low', badge_count: null, sound: null } as const),
    targets: [{ device: devices[0]!, platform: 'ios', language: null }] as QueuedData['targets'],
    ...{ origin: { by: 'caller' } as const, idempotency_key: null, request: null },
  }
  const id = randomUUID()
  const say = (title: string) =>
    queueNotification(of, { ...context, command_id: randomUUID() }, id, {
      ...draft,
      text: { title, body: title, data: {} },
    })
  assert.ok((await say('first')) !== null)
  assert.is(await say('second'), null)
  const [event] = await store.read(notifications.stream(id))
  assert.is((await openText({ vault, log }, id, (event!.data as QueuedData).text_sealed))?.title, 'first')
})

test.run()
