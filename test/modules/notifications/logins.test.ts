import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { loginDevices } from '#domain/auth/login-devices/decider.ts'
import { notificationStreams } from '#domain/notifications/notifications/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import {
  TRIGGER_SUBSCRIPTION,
  TRIGGER_SUBSCRIPTION_VERSION,
  triggerMigrations,
} from '#modules/notifications/processes.ts'
import { notifyProcesses } from '#modules/notifications/triggers/notify-process.ts'
import { startJobRunner } from '#reactions/job-runner.ts'
import { scheduleJobs } from '#reactions/job-store.ts'
import { createNotificationService } from '#services/notifications/notification-service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { client, until } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { apnsForTest, fcmForTest } from '../../harness/push-servers.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { erase, settlingSoon, subjectReaches } from '../subjects/people.ts'
import { androidToken, deviceOf, iosToken } from './device-samples.ts'
import { notifyReaction } from './notification-reactions.ts'
import { modulesSendingBy } from './push-service.ts'

/** From a login to the phone: whoever's account is used on a new device is told so, on every device that they have. */
const test = suite('logins from new devices, told to their user')
const [apns, fcm] = await Promise.all([apnsForTest(), fcmForTest()])
const subjects = settlingSoon().find(({ name }) => name === 'subjects')!
const service = await startTestService(
  { TRUST_PROXY: 'true' },
  { modules: modulesSendingBy(apns, fcm).map(module => (module.name === 'subjects' ? subjects : module)) },
)
test.after(async () => {
  await service.end()
  await Promise.all([apns.server.close(), fcm.server.close()])
})
const { admin } = service
const { store, db } = service.service
const { client_id } = (await admin.get('/api/auth/me')).body

type From = { device_id?: string; agent?: string; ip?: string }
async function logInFrom(email: string, { device_id, agent = 'firefox/1', ip = '203.0.113.7' }: From = {}) {
  const { status, body } = await client(service.url).post(
    '/api/auth/login',
    { email, password: ADMIN.password, ...(device_id === undefined ? {} : { device_id }) },
    { 'user-agent': agent, 'x-forwarded-for': ip },
  )
  assert.is(status, 200, JSON.stringify(body))
  return client(service.url, body.access_token)
}
/** A user who has logged in once, with a phone that reads English and a tablet that reads Spanish. */
async function somebody(from: From = {}) {
  const email = `${randomUUID()}@bank.example`
  const { body } = await admin.post('/admin/users', { email, role: 'consumer', password: ADMIN.password })
  const caller = await logInFrom(email, from)
  const [phone, tablet] = [iosToken(), androidToken()]
  await caller.post('/notifications/devices', deviceOf(null, { platform: 'ios', push_token: phone, language: 'en' }))
  await caller.post(
    '/notifications/devices',
    deviceOf(null, { platform: 'android', push_token: tablet, language: 'es' }),
  )
  return { email, user_id: body.user_id as string, phone, tablet }
}
type Somebody = Awaited<ReturnType<typeof somebody>>
const arrived = ({ phone, tablet }: Somebody) => ({
  phone: apns.server.requests().filter(({ token }) => token === phone),
  tablet: fcm.server.requests().filter(({ token }) => token === tablet),
})
/** Once so many have come to each, which are all that there were to tell: each event that may be told is waited for. */
async function alerts(user: Somebody, count: number) {
  const came = await until(
    async () => arrived(user),
    ({ phone, tablet }) => phone.length >= count && tablet.length >= count,
  )
  assert.equal([came.phone.length, came.tablet.length], [count, count])
  return came
}
const eventsOf = async (user_id: string) => (await store.read(loginDevices.stream(user_id))).map(loginDevices.parse)
/** The step of the queue, done now, whatever the service has done of it. */
const tell = (event: Recorded<DomainEvent>) => {
  const [arming] = notifyReaction.schedule(event)
  assert.ok(arming !== undefined, event.type)
  const { now } = service.service
  const claim = { ...arming, generation: 0, fence: 0, attempts: 0, failures: 0, armed_for_ms: 0, clock: now }
  return notifyProcesses[0]!.handler(createNotificationService(service.service))(claim)
}
/** Until what was due for the events of this user is done. */
async function isWorkedOff(user_id: string): Promise<void> {
  const { prefixes } = notifyReaction
  await until(
    () => waitForCheckpoint({ db, store }, { name: TRIGGER_SUBSCRIPTION, prefixes }, 2_000),
    isAll => isAll,
  )
  const stream = loginDevices.stream(user_id)
  await until(
    () => db.exists(sql.unsafe`select 1 from ops.due_work where stream = ${stream}`),
    isDue => !isDue,
  )
}

test('the first device gets no notification, a second one notifies every device in its language, a repeat does not', async () => {
  const user = await somebody()
  await logInFrom(user.email)
  const own = await logInFrom(user.email, { agent: 'safari/2' })
  const { phone, tablet } = await alerts(user, 1)
  const { aps, ...data } = phone[0]!.payload as { aps: { alert: object } } & Record<string, string>
  const { notification } = tablet[0]!.payload as { notification: { title: string } }
  assert.equal(aps.alert, {
    title: 'New device',
    body: 'Your account was logged in to from a new device. If that was not you, change your password at once.',
  })
  assert.is(notification.title, 'Dispositivo nuevo')
  const [first, second] = await eventsOf(user.user_id)
  assert.equal([data.alert_type, data.alert_id], ['new_login', second!.id])
  await logInFrom(user.email, { agent: 'safari/2', ip: '203.0.113.200' })
  // The first is told nobody, also where it is looked at once there are devices.
  assert.equal(await tell(first!), { done: true })
  const idOf = ({ id }: { id: string }) => notificationStreams.ofEvent({ client_id, user_id: user.user_id }, id)
  await isWorkedOff(user.user_id)
  assert.equal(await store.read(notificationStreams.stream(idOf(first!))), [])
  // In the language of the device that was seen last.
  const { body } = await until(
    () => own.get('/notifications/history'),
    answer => answer.body.data?.length > 0,
  )
  assert.equal(
    body.data.map(({ category, title }: { category: string; title: string }) => [category, title]),
    [['security_alert', 'Dispositivo nuevo']],
  )
  await alerts(user, 1)
})

test('another network is another device without a device id, and the same device with one', async () => {
  const unnamed = await somebody()
  await logInFrom(unnamed.email, { ip: '198.51.100.1' })
  await alerts(unnamed, 1)
  const named = await somebody({ device_id: 'phone' })
  await logInFrom(named.email, { device_id: 'phone', ip: '198.51.100.1', agent: 'safari/2' })
  await logInFrom(named.email, { device_id: 'tablet' })
  await alerts(named, 1)
  assert.is((await eventsOf(named.user_id)).length, 2)
})

test('many logins at once from one new device cause one notification', async () => {
  const user = await somebody()
  await Promise.all(Array.from({ length: 6 }, () => logInFrom(user.email, { device_id: 'stolen' })))
  await alerts(user, 1)
  await isWorkedOff(user.user_id)
  await alerts(user, 1)
})

test('a user with the address of an erased user is notified of none of their devices', async () => {
  const user = await somebody()
  await logInFrom(user.email, { device_id: 'tablet' })
  await alerts(user, 1)
  assert.is((await erase(admin, user.user_id)).status, 202)
  await subjectReaches(admin, user.user_id, 'shredded')
  const { status } = await admin.post('/admin/users', {
    ...{ email: user.email, role: 'consumer', password: ADMIN.password },
  })
  assert.is(status, 201)
  const caller = await logInFrom(user.email, { device_id: 'tablet' })
  const heir = { ...user, phone: iosToken() }
  await caller.post('/notifications/devices', deviceOf(null, { platform: 'ios', push_token: heir.phone }))
  await logInFrom(user.email, { device_id: 'phone' })
  await until(
    async () => arrived(heir).phone.length,
    count => count === 1,
  )
  const after = (await eventsOf(user.user_id)).slice(-2)
  assert.equal(
    after.map(({ data }) => (data as { is_first: boolean }).is_first),
    [true, false],
  )
  await alerts(user, 1)
})

test('a process that knew nothing of logins gets none of them to do, and would be done with them at once', async () => {
  const user = await somebody()
  await logInFrom(user.email, { device_id: 'tablet' })
  await alerts(user, 1)
  const got: string[] = []
  const before = startJobRunner({
    ...{ db, log: testLog() },
    queues: [
      {
        name: 'push-tell',
        async handler({ stream }) {
          got.push(stream)
          return { done: true }
        },
      },
    ],
  })
  try {
    const armings = (await eventsOf(user.user_id)).flatMap(notifyReaction.schedule)
    assert.is(armings.length, 2)
    await scheduleJobs(db, armings)
    before.wake({ queue: 'push-tell', dueInMs: 0 })
    await isWorkedOff(user.user_id)
  } finally {
    await before.stop()
  }
  assert.equal(got, [])
})

test('a process that knew nothing of logins leaves them to those that do', async () => {
  const version = () =>
    db.oneFirst(sql.type(z.object({ version: z.int() }))`
    select version from ops.checkpoints where name = ${TRIGGER_SUBSCRIPTION}`)
  assert.equal([await version(), notifyReaction.version], [TRIGGER_SUBSCRIPTION_VERSION, TRIGGER_SUBSCRIPTION_VERSION])
  await db.transaction(async tx => {
    await tx.query(sql.unsafe`update ops.checkpoints set version = 1 where name = ${TRIGGER_SUBSCRIPTION}`)
    for (const { statements } of triggerMigrations) for (const statement of statements) await tx.query(statement)
  })
  assert.is(await version(), TRIGGER_SUBSCRIPTION_VERSION)
})

test.run()
