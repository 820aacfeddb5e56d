import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { isRegistration, pushDevices } from '#domain/notifications/devices/decider.ts'
import { isNotification, notifications } from '#domain/notifications/notifications/decider.ts'
import type { SandboxReply } from '#embedded/push/responder.ts'
import { findOtherDevices } from '#modules/notifications/find-other-devices.ts'
import {
  PUSH_SUBSCRIPTION,
  PUSH_SUBSCRIPTION_VERSION,
  pushSubscriptionMigrations,
} from '#modules/notifications/processes.ts'
import { pushJobId } from '#modules/notifications/push-process.ts'
import type { Candidate } from '#reactions/reaction.ts'
import { systemContext } from '#reactions/system-context.ts'
import { createNotificationService } from '#services/notifications/notification-service.ts'
import { tokenIndex } from '#services/notifications/sealing.ts'
import { findReachableDevices } from '#services/notifications/target-devices.ts'
import { until } from '../../harness/client.ts'
import { apnsForTest, fcmForTest, refuse } from '../../harness/push-servers.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { androidToken, iosToken, messageTo } from './device-samples.ts'
import { checkOf, pushReaction } from './notification-reactions.ts'
import { modulesSendingBy, pushTest } from './push-service.ts'

/** A device is dead, and notifications to its user reach the other devices. */
const test = suite('notifications and dead devices')
const [apns, fcm] = await Promise.all([apnsForTest(), fcmForTest()])
const service = await startTestService({}, { modules: modulesSendingBy(apns, fcm) })
const { admin } = service
const { db, execute, store, now } = service.service
const of = createNotificationService(service.service)
const { client_id } = (await admin.get('/api/auth/me')).body
const push = pushTest(service.service, admin, client_id)
const deadTokens = new Set<string>()
test.beforeEach(() => {
  apns.respond(({ token }) =>
    deadTokens.has(token) ? refuse(410, 'Unregistered', { timestamp: Date.now() + 1_000 }) : { do: 'accept' },
  )
  fcm.respond(() => ({ do: 'accept' }))
})
test.after(async () => {
  await service.end()
  await Promise.all([apns.server.close(), fcm.server.close()])
})

type Device = Awaited<ReturnType<typeof push.device>>
const userOf = () => `user_${randomUUID()}`
const titlesOn = ({ push_token, platform }: Device): string[] => {
  const { server } = platform === 'ios' ? apns : fcm
  return server
    .requests()
    .filter(({ token }) => token === push_token)
    .map(({ payload }) => {
      const { aps, notification } = payload as { aps?: { alert: { title: string } }; notification?: { title: string } }
      return (aps?.alert ?? notification)?.title ?? ''
    })
}
const comesTo = (id: string, device: Device, outcome: string) =>
  until(
    () => push.outcome(id, device),
    came => came === outcome,
  )
const cause = { correlation_id: '', causation_id: '' }
const phoneOf = (user_id: string) => push.device(user_id, 'ios', iosToken())
const tabletOf = (user_id: string) => push.device(user_id, 'android', androidToken())
/** A user with a phone, seen last, that its network takes for dead, and a tablet. */
async function withDeadPhone() {
  const user_id = userOf()
  const tablet = await tabletOf(user_id)
  const phone = await phoneOf(user_id)
  deadTokens.add(phone.push_token)
  return { user_id, tablet, phone }
}
/** As by a process that is killed right after it has recorded the death: the row of the token is still there. */
async function recordDeath({ device }: Device): Promise<void> {
  const { state } = await execute.load(pushDevices, device)
  if (!isRegistration(state)) throw new Error('it is not registered')
  const { registration } = state
  const command = { type: 'deactivate', registration, since: null, reason: 'token_dead' } as const
  await execute.run(pushDevices, device, command, systemContext('test', client_id, cause, now()))
}
const eventsOf = async (id: string) =>
  (await store.read(notifications.stream(id))).map(({ type, data }) => {
    const { reason } = data as { reason?: string }
    return reason === undefined ? type : `${type} ${reason}`
  })
const stateOf = async (id: string) => {
  const { state } = await execute.load(notifications, id)
  if (!isNotification(state)) throw new Error('there is no such notification')
  return state
}
const historyOf = async (user_id: string) =>
  (await admin.get(`/notifications/history?user_id=${user_id}`)).body.data.map(
    ({ delivery }: { delivery: object }) => delivery,
  )
const isDead = (device: Device) =>
  until(
    () => push.standing(device),
    standing => standing === 'dead',
  )
/** Sends a security alert; returns its title. */
async function alert(user_id: string): Promise<string> {
  const request = messageTo(user_id, { category: 'security_alert' })
  const { status, body } = await admin.post('/notifications/send', request)
  assert.is(status, 200, JSON.stringify(body))
  return request.notification.title
}
const allOn = async (device: Device, titles: readonly string[]) => {
  const came = await until(
    async () => titlesOn(device),
    titlesThere => titlesThere.length >= titles.length,
  )
  assert.equal(came.toSorted(), titles.toSorted())
}

test('five alerts sent once the device seen last is dead reach the other device, each once', async () => {
  const { user_id, tablet, phone } = await withDeadPhone()
  const first = await alert(user_id)
  await isDead(phone)
  const five = await Promise.all(Array.from({ length: 5 }, () => alert(user_id)))
  await allOn(tablet, [first, ...five])
  assert.equal(titlesOn(phone), [first])
  // Its token was released by the time that the notification's outcome was recorded.
  const lonely = await phoneOf(userOf())
  deadTokens.add(lonely.push_token)
  await comesTo(await push.tell(lonely), lonely, 'token_dead')
  assert.equal(await of.owners.listClaims(lonely.device), [])
})

/** Reads while a device is registered with a new token: its stream has the token, and no row does. */
async function duringRegistration<T>(user_id: string, device_id: string, read: () => Promise<T>): Promise<T> {
  const { goOn } = await push.registering(user_id, { device_id })
  const seen = await read()
  await goOn()
  return seen
}
const reachedBy = async (user_id: string) =>
  (await findReachableDevices(of, { client_id, user_id })).map(({ device }) => device)

test('a device that gets a new token is reached all the time, once', async () => {
  const user_id = userOf()
  const { device, device_id, push_token } = await phoneOf(user_id)
  const during = await duringRegistration(user_id, device_id, () => reachedBy(user_id))
  assert.equal([during, await reachedBy(user_id)], [[device], [device]])
  assert.is((await of.owners.listClaims(device)).length, 1, 'the token of before is released')

  // As by a process that goes on with the registration of before, until it looks again.
  const [held] = await of.owners.listClaims(device)
  await of.owners.claim({ ...held!, token_index: tokenIndex(of, client_id, push_token) }, null)
  assert.is((await of.owners.listClaims(device)).length, 2)
  const { body } = await admin.post('/notifications/send', messageTo(user_id, {}, { send_to_all_devices: true }))
  assert.is(body.devices_targeted, 1)

  // Of two devices the one that was seen last is the first, by whichever of its tokens.
  const { device: tablet } = await tabletOf(user_id)
  assert.equal(await reachedBy(user_id), [tablet, device])
  // The job of the device may release the former token meanwhile, so that a touch of its row has no effect.
  const reached = await until(
    async () => {
      for (const claim of await of.owners.listClaims(device)) await of.owners.touch(claim, device)
      return reachedBy(user_id)
    },
    ([first]) => first === device,
  )
  assert.equal(reached, [device, tablet])
})

test('a device that another user registers is not reached for the former user, once the stream has the event', async () => {
  const [before, after] = [userOf(), userOf()]
  const { device, device_id } = await phoneOf(before)
  assert.equal(await duringRegistration(after, device_id, () => reachedBy(before)), [])
  assert.equal([await reachedBy(before), await reachedBy(after)], [[], [device]])
})

test('five alerts sent before the device is known to be dead reach the other device, each once', async () => {
  const { user_id, tablet } = await withDeadPhone()
  await allOn(tablet, await Promise.all(Array.from({ length: 5 }, () => alert(user_id))))
})

test('once all devices of a user are dead, sending is NOTIF_002', async () => {
  const user_id = userOf()
  const devices = [await push.device(user_id, 'ios', iosToken()), await push.device(user_id, 'ios', iosToken())]
  for (const { push_token } of devices) deadTokens.add(push_token)
  const { body } = await admin.post('/notifications/send', messageTo(user_id, {}, { send_to_all_devices: true }))
  for (const device of devices) await isDead(device)
  const response = await admin.post('/notifications/send', messageTo(user_id, {}, { send_to_all_devices: true }))
  assert.equal([response.status, response.body.error_code], [404, 'NOTIF_002'], JSON.stringify(response.body))
  const id = notifications.parseNotificationId(body.notification_id)!
  for (const device of devices) assert.is(await push.outcome(id, device), 'token_dead')
})

test('a death counts once it is recorded, also when a kill left the token row', async () => {
  const user_id = userOf()
  const tablet = await tabletOf(user_id)
  const phone = await phoneOf(user_id)
  await recordDeath(phone)
  const { body } = await admin.post('/notifications/send', messageTo(user_id))
  const { deliveries } = await stateOf(notifications.parseNotificationId(body.notification_id)!)
  assert.equal(
    deliveries.map(({ device }) => device),
    [tablet.device],
  )
  const other = await phoneOf(userOf())
  await recordDeath(other)
  const response = await admin.post('/notifications/send', messageTo(other.user_id))
  assert.equal([response.status, response.body.error_code], [404, 'NOTIF_002'])
})

test('a notification queued for a device that died since is retargeted, and each step is an event', async () => {
  const { user_id, tablet, phone } = await withDeadPhone()
  await recordDeath(phone)
  const id = await push.tell(phone)
  await comesTo(id, tablet, 'sent')
  assert.equal(await eventsOf(id), [
    ...['NotificationQueued', 'NotificationFailed no_device', 'NotificationRetargeted', 'NotificationSent'],
  ])
  assert.equal(titlesOn(phone), [])
  const [delivery] = await until(
    () => historyOf(user_id),
    ([listed]) => listed.sent === 1,
  )
  assert.equal(delivery, { queued: 0, sent: 1, failed: 1, expired: 0, failure_reason: 'no_device' })
  const told = await until(
    () => admin.get(`/audit/notifications/${notifications.notificationId(id)}`),
    ({ body }) => body.state?.deliveries.length === 2,
  )
  assert.equal(
    told.body.state.deliveries.map(({ registration_id, status, retargeted }: Record<string, unknown>) => [
      ...[registration_id, status, retargeted],
    ]),
    [
      [`dev_${phone.device}`, 'failed', undefined],
      [`dev_${tablet.device}`, 'sent', true],
    ],
  )
})

test('it is retargeted to all other live devices of the user, once to each, and never to one of its own', async () => {
  const { user_id, tablet, phone } = await withDeadPhone()
  const [other, deadToo] = [await tabletOf(user_id), await phoneOf(user_id)]
  deadTokens.add(deadToo.push_token)
  const id = await push.tell(phone)
  await comesTo(id, tablet, 'sent')
  await comesTo(id, other, 'sent')
  await comesTo(id, deadToo, 'token_dead')
  // The user has the dead ones again, by new tokens.
  for (const { device_id } of [phone, deadToo]) await push.device(user_id, 'ios', iosToken(), { device_id })
  assert.equal([titlesOn(tablet).length, titlesOn(other).length], [1, 1])
  assert.is((await eventsOf(id)).filter(type => type === 'NotificationRetargeted').length, 1)
})

test('two devices that die at once retarget a notification once; without a live device it fails with a reason', async () => {
  const user_id = userOf()
  const dead = [await phoneOf(user_id), await phoneOf(user_id)]
  for (const { push_token } of dead) deadTokens.add(push_token)
  const tablet = await tabletOf(user_id)
  const ids = await Promise.all(Array.from({ length: 5 }, () => push.tell(dead)))
  for (const id of ids) {
    await comesTo(id, tablet, 'sent')
    assert.is((await eventsOf(id)).filter(type => type === 'NotificationRetargeted').length, 1)
  }
  assert.is(titlesOn(tablet).length, ids.length)

  const lonely = await phoneOf(userOf())
  deadTokens.add(lonely.push_token)
  const id = await push.tell(lonely)
  await comesTo(id, lonely, 'token_dead')
  assert.equal(await eventsOf(id), ['NotificationQueued', 'NotificationFailed token_dead'])
  await until(
    () => historyOf(lonely.user_id),
    ([delivery]) => delivery.failed === 1 && delivery.queued === 0 && delivery.failure_reason === 'token_dead',
  )
})

test('a notification that reached another of its devices, or may still, is not retargeted', async () => {
  const { user_id, tablet, phone } = await withDeadPhone()
  const other = await tabletOf(user_id)
  const id = await push.tell([phone, tablet])
  await comesTo(id, phone, 'token_dead')
  await comesTo(id, tablet, 'sent')
  assert.is(await push.outcome(id, other), 'none')
  // The notification's own fault goes with it to every device.
  apns.respond(() => refuse(413, 'PayloadTooLarge'))
  const large = await phoneOf(user_id)
  const tooLarge = await push.tell(large)
  await comesTo(tooLarge, large, 'payload_too_large')
  assert.equal(await eventsOf(tooLarge), ['NotificationQueued', 'NotificationFailed payload_too_large'])
})

test('sends in flight when the death is recorded are retargeted once', async () => {
  const { user_id, tablet, phone } = await withDeadPhone()
  const answers: (() => void)[] = []
  apns.respond(
    () =>
      new Promise<SandboxReply>(resolve =>
        answers.push(() => resolve(refuse(410, 'Unregistered', { timestamp: Date.now() + 1_000 }))),
      ),
  )
  const titles = await Promise.all(Array.from({ length: 2 }, () => alert(user_id)))
  await until(
    async () => answers.length,
    count => count === titles.length,
  )
  answers[0]!()
  await isDead(phone)
  for (const answer of answers) answer()
  await allOn(tablet, titles)
})

test('a report about an earlier installation keeps the device active and retargets the notification', async () => {
  const { tablet, phone } = await withDeadPhone()
  apns.respond(() => refuse(410, 'Unregistered', { timestamp: Date.now() - 3_600_000 }))
  const id = await push.tell(phone)
  await comesTo(id, tablet, 'sent')
  assert.is(await push.standing(phone), 'active')
})

test('a notification to a phone that was sold or unregistered goes to the other devices of its user', async () => {
  const user_id = userOf()
  const tablet = await tabletOf(user_id)
  const [sold, gone] = [await phoneOf(user_id), await phoneOf(user_id)]
  const heldUntil = new Date(now().getTime() + 5_000)
  const ids = [await push.tell(sold, { heldUntil }), await push.tell(gone, { heldUntil })]
  await push.device(userOf(), 'ios', sold.push_token)
  await admin.send('DELETE', `/notifications/devices/dev_${gone.device}`)
  for (const id of ids) await comesTo(id, tablet, 'sent')
  assert.equal([titlesOn(sold), titlesOn(gone)], [[], []])
})

test('an expired notification is not retargeted', async () => {
  const { tablet, phone } = await withDeadPhone()
  const requested = Promise.withResolvers<void>()
  const response = Promise.withResolvers<SandboxReply>()
  apns.respond(() => {
    requested.resolve()
    return response.promise
  })
  const id = await push.tell(phone, { ttlMs: 4_000 })
  const isRequested = await Promise.race([
    requested.promise.then(() => true),
    comesTo(id, phone, 'expired').then(
      () => false,
      () => true,
    ),
  ])
  // A slow machine may not have sent the request at all.
  if (!isRequested) return
  await until(
    async () => now().getTime() >= Date.parse((await stateOf(id)).expires_at),
    isOver => isOver,
  )
  response.resolve(refuse(410, 'Unregistered', { timestamp: Date.now() + 1_000 }))
  await comesTo(id, phone, 'token_dead')
  assert.equal(await eventsOf(id), ['NotificationQueued', 'NotificationFailed token_dead'])
  assert.equal(titlesOn(tablet), [])
})

test('of two retargeted notifications with one collapse id the other device shows the newer one', async () => {
  const { tablet, phone } = await withDeadPhone()
  const [older, newer] = [
    await push.tell(phone, { collapse_id: 'refund:rf_12' }),
    await push.tell(phone, { collapse_id: 'refund:rf_12' }),
  ]
  await comesTo(newer, tablet, 'sent')
  await until(
    () => push.outcome(older, tablet),
    came => came === 'sent' || came === 'superseded',
  )
  const came = fcm.server.requests().filter(({ token }) => token === tablet.push_token)
  const idOf = ({ payload }: (typeof came)[number]) =>
    (payload as { data: { notification_id: string } }).data.notification_id
  assert.is(idOf(came[0]!), notifications.notificationId(newer))
  for (const { payload } of came)
    assert.is((payload as { android: { collapse_key: string } }).android.collapse_key, 'refund:rf_12')
})

test('quiet hours delay a retargeted notification; a category that is off and a restricted user get none', async () => {
  const bank = await service.newClient()
  const { client_id: theirs } = (await bank.get('/api/auth/me')).body
  const own = pushTest(service.service, bank, theirs)
  const user_id = userOf()
  const tablet = await own.device(user_id, 'android', androidToken())
  const phone = await own.device(user_id, 'ios', iosToken())
  deadTokens.add(phone.push_token)
  const hours = [-60, 60].map(minutes => new Date(now().getTime() + minutes * 60_000).toISOString().slice(11, 16))
  const [from, to] = hours
  await bank.send('PUT', '/notifications/preferences', { quiet_hours: { from, to, timezone: 'UTC' } })
  const held = await own.tell(phone)
  const urgent = await own.tell(phone, { priority: 'high' })
  await comesTo(urgent, tablet, 'sent')
  const { held_until } = await until(
    () => stateOf(held),
    ({ deliveries }) => deliveries.length === 2,
  )
  assert.is(held_until?.slice(11, 16), to)
  assert.is(await own.outcome(held, tablet), 'queued')
  assert.is(titlesOn(tablet).length, 1)

  // Its time would be over before quiet hours are.
  const short = await own.tell(phone, { ttlMs: 600_000 })
  await comesTo(short, phone, 'no_device')
  assert.is(await own.outcome(short, tablet), 'none')

  const state = await stateOf(urgent)
  const untried = { ...state, deliveries: state.deliveries.slice(0, 1) }
  const byEvent = { ...untried, category: 'refund_status', origin: { by: 'event', event_id: '1' } } as const
  const others = async (one: typeof untried) => (await findOtherDevices(of, one, phone.device))?.targets.length ?? 0
  assert.equal([await others(untried), await others(byEvent)], [1, 1])
  await bank.send('PUT', '/notifications/preferences', { categories: { refund_status: false } })
  assert.equal([await others({ ...untried, category: 'refund_status' }), await others(byEvent)], [1, 0])
  const before = await execute.load(pushDevices, tablet.device)
  const [row] = await of.owners.listClaims(tablet.device)
  assert.ok(row !== undefined)
  const { status } = await bank.send('POST', `/admin/subjects/${user_id}/erase`, { legal_basis: 'legal_claim' })
  assert.is(status, 202)
  assert.is(await others(untried), 0)
  // Also before their devices are withdrawn.
  const load = (async (family, id, hints) =>
    id === tablet.device ? before : execute.load(family, id, hints)) as typeof execute.load
  /** As the erasure found it: it begins with the response, and withdraws the devices at any moment. */
  const unerased: typeof of = {
    ...of,
    execute: { ...execute, load },
    owners: { ...of.owners, listDevices: async () => [row.device] },
  }
  assert.is((await findReachableDevices(unerased, { client_id: theirs, user_id })).length, 1)
  assert.is(await findOtherDevices(unerased, untried, phone.device), null)
})

test('a notification is not retargeted when the erasure of its user is requested during the send', async () => {
  const { user_id, tablet, phone } = await withDeadPhone()
  const [requested, response] = [Promise.withResolvers<void>(), Promise.withResolvers<SandboxReply>()]
  apns.respond(({ token }) => {
    if (token !== phone.push_token) return { do: 'accept' }
    requested.resolve()
    return response.promise
  })
  const id = await push.tell(phone)
  await requested.promise
  const erased = await admin.post(`/admin/subjects/${user_id}/erase`, { legal_basis: 'gdpr_art_17' })
  assert.is(erased.status, 202, JSON.stringify(erased.body))
  response.resolve(refuse(410, 'Unregistered', { timestamp: Date.now() + 1_000 }))
  const isOver = async () =>
    !(await db.exists(sql.unsafe`
      select from ops.due_work where id like ${`${id}:%`} and (due_at < 'infinity' or leased_until is not null)`))
  await until(isOver, over => over)
  const [queued, failed, ...more] = await eventsOf(id)
  assert.equal([queued, more], ['NotificationQueued', []])
  assert.match(failed ?? '', /^NotificationFailed (?:erasure|token_dead)$/)
  assert.equal(titlesOn(tablet), [])
  for (const { device } of [phone, tablet])
    await until(
      () => of.owners.listClaims(device),
      held => held.length === 0,
    )
})

test('a retargeted notification has the language of the other device, or its only text', async () => {
  const { user_id, phone } = await withDeadPhone()
  await push.device(user_id, 'android', androidToken(), { language: 'es-MX' })
  const id = await push.tell(phone)
  const state = await stateOf(id)
  const goneOn = async (language: string | null) => {
    const deliveries = state.deliveries.slice(0, 1).map(delivery => ({ ...delivery, language }))
    const others = await findOtherDevices(of, { ...state, deliveries }, phone.device)
    return others?.targets.map(target => target.language)
  }
  assert.equal(
    [await goneOn('en'), await goneOn(null)],
    [
      ['es', 'en'],
      [null, null],
    ],
  )
})

test('a process of the former version neither skips a retargeted notification nor completes its jobs', async () => {
  const version = () =>
    db.oneFirst(sql.type(z.object({ version: z.int() }))`
      select version from ops.checkpoints where name = ${PUSH_SUBSCRIPTION}`)
  assert.equal([await version(), pushReaction.version], [PUSH_SUBSCRIPTION_VERSION, PUSH_SUBSCRIPTION_VERSION])
  await db.transaction(async tx => {
    await tx.query(sql.unsafe`update ops.checkpoints set version = 1 where name = ${PUSH_SUBSCRIPTION}`)
    for (const { statements } of pushSubscriptionMigrations)
      for (const statement of statements) await tx.query(statement)
  })
  assert.is(await version(), PUSH_SUBSCRIPTION_VERSION)
  // It works off the queues that it knows, by their names.
  const { tablet, phone } = await withDeadPhone()
  const id = await push.tell(phone)
  await comesTo(id, tablet, 'sent')
  const armed = (await store.read(notifications.stream(id))).flatMap(pushReaction.schedule)
  assert.equal(
    armed.map(arming => [arming.queue, arming.id]),
    [
      ['push-ios', pushJobId(id, phone.device)],
      ['push-android-retargeted', pushJobId(id, tablet.device)],
    ],
  )
  const ended = (await store.read(notifications.stream(id))).flatMap(pushReaction.cancel)
  assert.ok(
    ended.some(
      one => one.queue === 'push-android-retargeted' && 'id' in one && one.id === pushJobId(id, tablet.device),
    ),
  )
})

test('a lost job of a retargeted notification is found by the overdue check of its queue', async () => {
  const { tablet, phone } = await withDeadPhone()
  fcm.respond(() => refuse(429, 'RESOURCE_EXHAUSTED', { retryAfter: '600' }))
  const id = await push.tell(phone)
  await until(
    async () => titlesOn(tablet).length,
    count => count === 1,
  )
  const lost = pushJobId(id, tablet.device)
  await until(
    () => db.query(sql.unsafe`delete from ops.due_work where id = ${lost} and leased_until is null`),
    ({ rowCount }) => rowCount === 1,
  )
  const found = await until(
    async () => {
      const candidates: { queue: string; candidate: Candidate }[] = []
      for (const queue of ['push-ios', 'push-android', 'push-ios-retargeted', 'push-android-retargeted'])
        for await (const page of checkOf(queue, service.service).candidates(db, { olderThanMs: 0, isFull: false }))
          candidates.push(...page.filter(one => one.id === lost).map(candidate => ({ queue, candidate })))
      return candidates
    },
    candidates => candidates.length > 0,
  )
  assert.equal(
    found.map(({ queue }) => queue),
    ['push-android-retargeted'],
  )
  const rule = checkOf('push-android-retargeted', service.service)
  const arming = await rule.outstanding(found[0]!.candidate)
  assert.equal([arming?.queue, arming?.id], ['push-android-retargeted', lost])
  const goneOn = (await store.read(notifications.stream(id))).find(({ type }) => type === 'NotificationRetargeted')
  assert.is(arming?.causation_id, goneOn?.id)
})

/** The last one: the network stays shut for longer than the others would wait. */
test('a notification that would wait for the network of a dead device goes to a device of the other network', async () => {
  const { user_id, tablet, phone } = await withDeadPhone()
  const waiting = await phoneOf(user_id)
  apns.respond(() => refuse(429, 'TooManyProviderTokenUpdates', { retryAfter: '600' }))
  const first = await push.tell(waiting)
  await until(
    async () => apns.server.requests().filter(({ token }) => token === waiting.push_token).length,
    count => count === 1,
  )
  await recordDeath(phone)
  const id = await push.tell(phone)
  await comesTo(id, tablet, 'sent')
  assert.is(await push.outcome(first, waiting), 'queued')
})

test.run()
