import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { notifications } from '#domain/notifications/notifications/decider.ts'
import { pushJobId } from '#modules/notifications/push-process.ts'
import { createNotificationService } from '#services/notifications/notification-service.ts'
import { findReachableDevices } from '#services/notifications/target-devices.ts'
import { Rejection } from '#values/errors.ts'
import { until } from '../../harness/client.ts'
import { apnsForTest, fcmForTest } from '../../harness/push-servers.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { iosToken, messageTo } from './device-samples.ts'
import { modulesSendingBy, pushTest } from './push-service.ts'

/** What is sent while a token goes from one device to another reaches the user, and no other user. */
const test = suite('notifications while a token changes its device')
const [apns, fcm] = await Promise.all([apnsForTest(), fcmForTest()])
const service = await startTestService({}, { modules: modulesSendingBy(apns, fcm) })
const { admin } = service
const { db, now } = service.service
const of = createNotificationService(service.service)
const { client_id } = (await admin.get('/api/auth/me')).body
const push = pushTest(service.service, admin, client_id)
test.after(async () => {
  await service.end()
  await Promise.all([apns.server.close(), fcm.server.close()])
})

const userOf = () => `user_${randomUUID()}`
const phoneOf = (user_id: string) => push.device(user_id, 'ios', iosToken())
const comesTo = (id: string, device: { device: string }, outcome: string) =>
  until(
    () => push.outcome(id, device),
    came => came === outcome,
  )
/** It was looked at, and is looked at again. */
const waits = (id: string, { device }: { device: string }) =>
  until(
    () =>
      db.exists(sql.unsafe`
        select from ops.due_work where id = ${pushJobId(id, device)} and due_at < 'infinity' and due_set_at > armed_at`),
    isSo => isSo,
  )
const titlesOn = (push_token: string): string[] =>
  apns.server
    .requests()
    .filter(({ token }) => token === push_token)
    .map(({ payload }) => (payload as { aps: { alert: { title: string } } }).aps.alert.title)

test('a device that takes over another device’s token gets what is sent to it meanwhile', async () => {
  const [user_id, before] = [userOf(), userOf()]
  const [sold, own] = [await phoneOf(before), await phoneOf(user_id)]
  const { push_token } = sold
  const { goOn } = await push.registering(user_id, { device_id: own.device_id, push_token }, () => true)
  const asked = messageTo(user_id)
  const { status, body } = await admin.post('/notifications/send', asked)
  assert.equal([status, body.devices_targeted], [200, 1], JSON.stringify(body))
  const id = notifications.parseNotificationId(body.notification_id)!
  await waits(id, own)
  await goOn()
  await comesTo(id, own, 'sent')
  assert.equal(titlesOn(push_token), [asked.notification.title])
  assert.equal(titlesOn(own.push_token), [])
  // The user before has no device any more.
  const answer = await admin.post('/notifications/send', messageTo(before))
  assert.equal([answer.status, answer.body.error_code], [404, 'NOTIF_002'])
})

test('an app that registers the only device of its user again gets what is sent in the meantime', async () => {
  const user_id = userOf()
  const before = await phoneOf(user_id)
  const { push_token } = before
  const { goOn, device } = await push.registering(user_id, { push_token }, told => told !== null)
  assert.is(await push.standing(before), 'moved')
  const id = await push.tell(before)
  const asked = messageTo(user_id)
  const refused = await findReachableDevices(of, { client_id, user_id }).catch(error => error)
  assert.ok(refused instanceof Rejection, JSON.stringify(refused))
  assert.equal([refused.code, refused.retryAfterS], ['SERVICE_UNAVAILABLE', 1])
  await waits(id, before)
  await goOn()
  await comesTo(id, { device }, 'sent')
  assert.is((await admin.post('/notifications/send', asked)).body.devices_targeted, 1)
  await until(
    async () => titlesOn(push_token),
    titles => titles.length === 2,
  )
  assert.ok(titlesOn(push_token).includes(asked.notification.title))
})

test('what is for the user before of a device is not sent to the next one, by its row nor by its stream', async () => {
  const [before, next] = [userOf(), userOf()]
  const phone = await phoneOf(before)
  const ids = [await push.tell(phone, { heldUntil: new Date(now().getTime() + 1_500) })]
  await push.device(next, 'ios', phone.push_token, { device_id: phone.device_id })
  await comesTo(ids[0]!, phone, 'no_device')

  // The row is of a registration that was recorded after the stream was read.
  const sold = await phoneOf(before)
  const shift = (by: number) =>
    db.query(sql.unsafe`
      update ops.push_tokens set registration = registration + ${by} where device = ${sold.device}::uuid`)
  await shift(1)
  const id = await push.tell(sold)
  await waits(id, sold)
  assert.equal([titlesOn(phone.push_token), titlesOn(sold.push_token)], [[], []])
  await shift(-1)
  await comesTo(id, sold, 'sent')
})

test.run()
