import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { DETECTION_DATA } from '#commands/detections/detection-data.ts'
import { recordDetections } from '#commands/detections/record-detections.ts'
import { type DetectionKind, detectionStreams } from '#domain/detections/events.ts'
import { notificationStreams } from '#domain/notifications/notifications/events.ts'
import { TRIGGER_SUBSCRIPTION } from '#modules/notifications/processes.ts'
import { notifyProcesses } from '#modules/notifications/triggers/notify-process.ts'
import { createNotificationService } from '#services/notifications/notification-service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { until } from '../../harness/client.ts'
import { apnsForTest, fcmForTest } from '../../harness/push-servers.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { androidToken, deviceOf, iosToken } from './device-samples.ts'
import { notifyReaction } from './notification-reactions.ts'
import { modulesSendingBy } from './push-service.ts'

/** From a finding of a module around the service to the phone. */
const test = suite('notifications of detections')
const [apns, fcm] = await Promise.all([apnsForTest(), fcmForTest()])
const service = await startTestService({}, { modules: modulesSendingBy(apns, fcm) })
test.after(async () => {
  await service.end()
  await Promise.all([apns.server.close(), fcm.server.close()])
})
const { admin } = service
const { store, db } = service.service
const { client_id } = (await admin.get('/api/auth/me')).body

const DAY_MS = 86_400_000
const SAMPLES: Record<DetectionKind, object> = {
  'darkweb.leak_detected': { email: 'ada@leaked.example', source: 'paste site', exposed: ['password'] },
  'phishing.email_detected': { sender: 'support@bank-login.example' },
  'url.malicious_detected': { url: 'https://bank-login.example/unlock', source: 'browser' },
  'spam.call_blocked': { caller: '+34600000000' },
}

/** With a phone that reads English and a tablet that reads Spanish. */
async function person() {
  const user_id = `user_${randomUUID()}`
  const [phone, tablet] = [iosToken(), androidToken()]
  await admin.post('/notifications/devices', deviceOf(user_id, { push_token: phone }))
  const android = { platform: 'android', push_token: tablet, language: 'es' }
  await admin.post('/notifications/devices', deviceOf(user_id, android))
  return { user_id, phone, tablet }
}
const arrived = ({ phone, tablet }: { phone: string; tablet: string }) => ({
  phone: apns.server.requests().filter(({ token }) => token === phone),
  tablet: fcm.server.requests().filter(({ token }) => token === tablet),
})

/** As the bus hands a message over that was sent at `time`. */
async function detect(kind: DetectionKind, user_id: string, { time = new Date(), id = randomUUID(), more = {} } = {}) {
  const context = {
    ...{ actor: { sub: 'bus', client_id, role: 'bus' }, request_id: id, command_id: randomUUID() },
    ...{ correlation_id: id, causation_id: null, now: service.service.now() },
  }
  const data = DETECTION_DATA[kind].parse({ ...SAMPLES[kind], user_id, ...more })
  await recordDetections(service.service, context, kind, [{ id, time: time.toISOString(), data }])
  const [event] = await store.read(detectionStreams.stream(detectionStreams.id(client_id, kind, id)))
  return event!
}
/** Waits until the jobs of this event are done. */
async function isHandled({ stream }: { stream: string }): Promise<void> {
  const { prefixes } = notifyReaction
  await until(
    () => waitForCheckpoint({ db, store }, { name: TRIGGER_SUBSCRIPTION, prefixes }, 2_000),
    isAll => isAll,
  )
  await until(
    () => db.exists(sql.unsafe`select 1 from ops.due_work where stream = ${stream}`),
    isDue => !isDue,
  )
}
const wasQueued = async (user_id: string, { id }: { id: string }) =>
  (await store.read(notificationStreams.stream(notificationStreams.ofEvent({ client_id, user_id }, id)))).length > 0

test('a leak, a phishing e-mail and a malicious URL notify each device in its language, a blocked call none', async () => {
  const expected = [
    ['darkweb.leak_detected', 'darkweb', 'Your data was found in a leak', 'Tus datos aparecen en una filtración'],
    ['phishing.email_detected', 'phishing', 'Dangerous e-mail', 'Correo peligroso'],
    ['url.malicious_detected', 'phishing', 'Dangerous link', 'Enlace peligroso'],
  ] as const
  for (const [kind, alert_type, en, es] of expected) {
    const user = await person()
    const { stream } = await detect(kind, user.user_id)
    const { phone, tablet } = await until(
      async () => arrived(user),
      ({ phone, tablet }) => phone.length > 0 && tablet.length > 0,
    )
    const { aps, ...data } = phone[0]!.payload as { aps: { alert: { title: string } } } & Record<string, string>
    const { notification } = tablet[0]!.payload as { notification: { title: string } }
    assert.equal([aps.alert.title, notification.title], [en, es])
    const alert_id = detectionStreams.detectionId(detectionStreams.idOf({ stream }))
    assert.equal([data.alert_type, data.alert_id], [alert_type, alert_id])
    const { body } = await admin.get(`/notifications/history?user_id=${user.user_id}`)
    const category = kind === 'darkweb.leak_detected' ? 'darkweb_alert' : 'phishing_detected'
    assert.equal([body.data.length, body.data[0].category, body.data[0].priority], [1, category, 'high'])
  }
  const user = await person()
  const call = await detect('spam.call_blocked', user.user_id)
  await isHandled(call)
  assert.is(await wasQueued(user.user_id, call), false)
})

test('a message that is taken or handled again notifies once', async () => {
  const user = await person()
  const id = randomUUID()
  const event = await detect('darkweb.leak_detected', user.user_id, { id })
  await detect('darkweb.leak_detected', user.user_id, { id })
  const [job] = notifyReaction.schedule(event)
  const { now } = service.service
  const claim = { ...job!, generation: 0, fence: 0, attempts: 0, failures: 0, armed_for_ms: 0, clock: now }
  for (const { handler } of notifyProcesses)
    assert.equal(await handler(createNotificationService(service.service))(claim), { done: true })
  await isHandled(event)
  await until(
    async () => arrived(user),
    ({ phone }) => phone.length > 0,
  )
  const { body } = await admin.get(`/notifications/history?user_id=${user.user_id}`)
  assert.is(body.data.length, 1)
  assert.is(arrived(user).phone.length, 1)
})

test('what was detected a day ago or earlier notifies no one, whenever it is reported', async () => {
  const now = Date.now()
  const cases = [
    [{ time: new Date(now - DAY_MS) }, false],
    [{ time: new Date(now - DAY_MS + 60_000) }, true],
    [{ more: { detected_at: new Date(now - DAY_MS).toISOString() } }, false],
    [{ more: { detected_at: new Date(now - DAY_MS + 60_000).toISOString() } }, true],
    // The reported time counts, not that of a message which was sent again.
    [{ time: new Date(now - 2 * DAY_MS), more: { detected_at: new Date(now).toISOString() } }, true],
  ] as const
  for (const [times, isNotified] of cases) {
    const user = await person()
    const event = await detect('phishing.email_detected', user.user_id, times)
    await isHandled(event)
    assert.is(await wasQueued(user.user_id, event), isNotified, JSON.stringify(times))
  }
})

test('without a known user no one is notified, and the client may switch the category off', async () => {
  const unknown = await detect('darkweb.leak_detected', '', { more: { user_id: undefined } })
  await isHandled(unknown)
  const user = await person()
  const { status, text } = await admin.send('PUT', '/notifications/preferences', {
    categories: { darkweb_alert: false },
  })
  assert.is(status, 200, text)
  const event = await detect('darkweb.leak_detected', user.user_id)
  await isHandled(event)
  assert.is(await wasQueued(user.user_id, event), false)
})

test('they have a queue of their own, which a process of the former version leaves alone', async () => {
  const event = await detect('darkweb.leak_detected', 'user_1')
  assert.equal(
    notifyProcesses.filter(({ schedule }) => schedule(event).length > 0).map(({ queue }) => queue),
    ['push-tell-detections'],
  )
})

test.run()
