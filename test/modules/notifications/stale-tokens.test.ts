import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import type { PushPlatform } from '#domain/notifications/devices/events.ts'
import { startMaintenance } from '#modules/notifications/maintenance.ts'
import { pruneStaleTokens, STALE_AFTER_DAYS } from '#modules/notifications/prune-stale-tokens.ts'
import { createNotificationService } from '#services/notifications/notification-service.ts'
import { type Client, until } from '../../harness/client.ts'
import { apnsForTest, fcmForTest } from '../../harness/push-servers.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { androidToken, iosToken } from './device-samples.ts'
import { modulesSendingBy, pushTest } from './push-service.ts'

/**
 * Tokens that no app has used for as long as FCM keeps them: nothing is sent to them, and their devices are back as
 * soon as they register.
 */
const test = suite('push tokens that are stale')
const [apns, fcm] = await Promise.all([apnsForTest(), fcmForTest()])
const service = await startTestService({}, { modules: modulesSendingBy(apns, fcm) })
test.after(async () => {
  await service.end()
  await Promise.all([apns.server.close(), fcm.server.close()])
})
const { admin } = service
const { db, store, now } = service.service
const { client_id } = (await admin.get('/api/auth/me')).body
const push = pushTest(service.service, admin, client_id)
const of = createNotificationService(service.service)
const never = new AbortController().signal

type Device = Awaited<ReturnType<typeof push.device>>
/** A device that was registered, seen and watched so many days ago. */
async function device(
  platform: PushPlatform,
  { seen = STALE_AFTER_DAYS + 1, watched = seen }: { seen?: number; watched?: number } = {},
): Promise<Device> {
  const token = platform === 'ios' ? iosToken() : androidToken()
  const made = await push.device(`user_${randomUUID()}`, platform, token)
  const ago = (days: number) => sql.fragment`clock_timestamp() - ${days} * interval '1 day'`
  await db.query(sql.unsafe`
    update ops.push_tokens set seen_at = ${ago(seen)}, watched_since = ${ago(watched)} where device = ${made.device}::uuid`)
  return made
}
const hasToken = ({ device }: Device) =>
  db.exists(sql.unsafe`select 1 from ops.push_tokens where device = ${device}::uuid`)
const eventsOf = async ({ device }: Device) =>
  (await store.read(pushDevices.stream(device))).map(({ type, data, metadata }) => {
    const { reason } = data as { reason?: string }
    return reason === undefined ? type : `${type} ${reason} by ${metadata.actor.sub}`
  })
const PRUNED = 'PushDeviceDeactivated token_dead by push-upkeep'
const register = ({ user_id, platform, push_token, device_id }: Device, by: Client = admin) =>
  by.post('/notifications/devices', {
    ...{ user_id, platform, push_token, device_id, app_version: '4.2.0', language: 'en' },
  })
const statusesOf = async ({ user_id }: Device) =>
  (await admin.get(`/notifications/devices?user_id=${user_id}`)).body.data.map(
    ({ status }: { status: string }) => status,
  )
const arrivals = ({ push_token }: Device) =>
  [...fcm.server.requests(), ...apns.server.requests()].filter(({ token }) => token === push_token).length
const comesTo = (id: string, to: Device, outcome: string) =>
  until(
    () => push.outcome(id, to),
    came => came === outcome,
  )

test('an Android device that was not seen for 270 days is inactive, and nothing is sent to it until it registers', async () => {
  const phone = await device('android')
  assert.is(await pruneStaleTokens(of, now(), never), 1)
  assert.equal([await push.standing(phone), await hasToken(phone)], ['dead', false])
  assert.equal(await eventsOf(phone), ['PushDeviceRegistered', PRUNED])
  await until(
    () => statusesOf(phone),
    ([status]) => status === 'inactive',
  )
  await comesTo(await push.tell(phone), phone, 'no_device')
  const { status, body } = await admin.post('/notifications/send', {
    ...{ user_id: phone.user_id, notification: { title: 'Hello', body: 'Hello', category: 'system' } },
  })
  assert.equal([status, body.error_code], [404, 'NOTIF_002'])
  assert.is(arrivals(phone), 0)
  assert.is((await register(phone)).body.status, 'active')
  await comesTo(await push.tell(phone), phone, 'sent')
  assert.is(arrivals(phone), 1)
  assert.is(await pruneStaleTokens(of, now(), never), 0)
})

test('what was queued for it before is not sent either', async () => {
  fcm.respond(() => ({ do: 'accept' }))
  const phone = await device('android')
  const id = await push.tell(phone, { heldUntil: new Date(Date.now() + 2_000) })
  assert.is(await pruneStaleTokens(of, now(), never), 1)
  await comesTo(id, phone, 'no_device')
  assert.is(arrivals(phone), 0)
})

test('a device that was seen since stays active, as do those of iOS and those not watched long enough', async () => {
  const young = await device('android', { seen: STALE_AFTER_DAYS - 1 })
  const ios = await device('ios')
  // Its row was made anew, with the time of its registration, when the one before was lost.
  const anew = await device('android', { watched: STALE_AFTER_DAYS - 1 })
  // An app that says what it said before leaves no event.
  const seen = await device('android')
  await register(seen)
  assert.is(await pruneStaleTokens(of, now(), never), 0)
  for (const phone of [young, ios, anew, seen])
    assert.equal([await push.standing(phone), await hasToken(phone)], ['active', true])
  assert.equal(await eventsOf(seen), ['PushDeviceRegistered'])
  const DAY_MS = 86_400_000
  assert.is(await pruneStaleTokens(of, new Date(now().getTime() + 2 * DAY_MS), never), 2)
  assert.equal(await Promise.all([young, ios, anew, seen].map(push.standing)), ['dead', 'active', 'dead', 'active'])
})

test('several at once record it once', async () => {
  const phones = await Promise.all([1, 2, 3, 4].map(() => device('android')))
  const pruned = await Promise.all([1, 2, 3].map(() => pruneStaleTokens(of, now(), never)))
  assert.is(
    pruned.reduce((sum, count) => sum + count),
    phones.length,
  )
  for (const phone of phones) assert.equal(await eventsOf(phone), ['PushDeviceRegistered', PRUNED])
})

test('an app that registers at that very moment is registered', async () => {
  const phone = await device('android')
  const [entered, isWaiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const owners: typeof of.owners = {
    ...of.owners,
    releaseUnseen: (claim, before, end) =>
      of.owners.releaseUnseen(claim, before, async () => {
        entered.resolve()
        await isWaiting.promise
        return end()
      }),
  }
  const pruning = pruneStaleTokens({ ...of, owners }, now(), never)
  await entered.promise
  const registering = register(phone)
  const waits = sql.unsafe`
    select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%ops.push_tokens%'`
  await until(
    () => db.exists(waits),
    yes => yes,
  )
  isWaiting.resolve()
  assert.is(await pruning, 1)
  assert.is((await registering).body.status, 'active')
  assert.equal(await eventsOf(phone), ['PushDeviceRegistered', PRUNED, 'PushDeviceRegistered'])
  assert.equal([await push.standing(phone), await hasToken(phone)], ['active', true])
})

test('an app that is seen after it was listed as unseen keeps its token', async () => {
  const phone = await device('android')
  const owners: typeof of.owners = {
    ...of.owners,
    async releaseUnseen(...asked) {
      await register(phone)
      return of.owners.releaseUnseen(...asked)
    },
  }
  assert.is(await pruneStaleTokens({ ...of, owners }, now(), never), 0)
  assert.equal([await push.standing(phone), await hasToken(phone)], ['active', true])
})

test('while the event store is away no device loses a token', async () => {
  const phone = await device('android')
  const execute = { ...of.execute, run: () => Promise.reject(new Error('away')) }
  const failed = await pruneStaleTokens({ ...of, execute }, now(), never).catch(({ message }) => message)
  assert.equal([failed, await push.standing(phone), await hasToken(phone)], ['away', 'active', true])
})

test('a token of a registration that the device does not have is left to those who settle it', async () => {
  const phone = await device('android')
  await db.query(sql.unsafe`update ops.push_tokens set registration = 7 where device = ${phone.device}::uuid`)
  await pruneStaleTokens(of, now(), never)
  assert.is(await hasToken(phone), true)
  assert.equal([await push.standing(phone), await eventsOf(phone)], ['active', ['PushDeviceRegistered']])
})

test('a device that cannot be read does not stop the others, and is reported', async () => {
  const phones = [await device('android'), await device('android'), await device('android')]
  const [spoilt] = phones
  const execute: typeof of.execute = {
    ...of.execute,
    load: (family, id) =>
      id === spoilt!.device ? Promise.reject(new Error('not readable')) : of.execute.load(family, id),
  }
  const failed = await pruneStaleTokens({ ...of, execute }, now(), never).catch(({ message }) => message)
  const standings = await Promise.all(phones.map(push.standing))
  const pruned = await pruneStaleTokens(of, now(), never)
  assert.equal([failed, ...standings, pruned], ['not readable', 'active', 'dead', 'dead', 1])
})

test('however many are left to others, the rest is given up', async () => {
  // As of devices that a store of events knows nothing of since it was restored: nobody has anything to settle there.
  const left = sql.fragment`client_id = ${client_id} and token_index like '!left %'`
  await db.query(sql.unsafe`
    insert into ops.push_tokens (client_id, platform, token_index, device, registration, registered_at, person, seen_at, watched_since)
    select ${client_id}, 'android', '!left ' || n, gen_random_uuid(), 0, t, gen_random_uuid(), t, t
    from generate_series(1, 600) as n, (select clock_timestamp() - interval '900 days' as t) as long_ago`)
  const phones = [await device('android'), await device('android')]
  // In front of the others, whoever asks for any.
  await db.query(sql.unsafe`cluster ops.push_tokens using push_tokens_pkey`)
  try {
    assert.is(await pruneStaleTokens(of, now(), never), 2)
    assert.equal(await Promise.all(phones.map(push.standing)), ['dead', 'dead'])
  } finally {
    await db.query(sql.unsafe`delete from ops.push_tokens where ${left}`)
  }
})

test('it is part of the upkeep, and ends with it', async () => {
  const phones = [await device('android'), await device('android')]
  const upkeep = startMaintenance({ ...of, config: service.service.config })
  for (const phone of phones)
    await until(
      () => push.standing(phone),
      standing => standing === 'dead',
    )
  await upkeep.stop()
  const left = await device('android')
  const ended = AbortSignal.abort()
  assert.equal([await pruneStaleTokens(of, now(), ended), await push.standing(left)], [0, 'active'])
})

test.run()
