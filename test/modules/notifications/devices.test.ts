import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { registerDevice } from '#commands/notifications/register-device.ts'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { assignToken } from '#services/notifications/assign-token.ts'
import { createNotificationService } from '#services/notifications/notification-service.ts'
import { tokenIndex } from '#services/notifications/sealing.ts'
import { createTokenOwners, type Holder } from '#services/notifications/token-owners.ts'
import { Rejection } from '#values/errors.ts'
import { type Answer, type Client, logIn, until } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { areAsRebuilt } from '../fraud/rebuilt-alerts.ts'
import { settlingSoon } from '../subjects/people.ts'
import { androidToken, deviceOf, iosToken } from './device-samples.ts'
import { checkOf } from './notification-reactions.ts'

/** Devices as apps, their backends and administrators see them, and whose each token is after all that. */
const test = suite('push devices')
const lines: string[] = []
const log = testLog(line => lines.push(line))
const service = await startTestService({}, { log, modules: settlingSoon() })
const { admin } = service
const { db, execute, store } = service.service
const dataDir = service.environment.DATA_DIR!
const { client_id } = (await admin.get('/api/auth/me')).body
test.after(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

// A list is built at the first start.
await until(
  () => admin.get('/notifications/devices?user_id=nobody'),
  ({ status }) => status === 200,
)

const register = (device: object, by: Client = admin) => by.post('/notifications/devices', device)
const unregister = (id: string, by: Client = admin) => by.send('DELETE', `/notifications/devices/${id}`)
const listed = async (user_id: string, by: Client = admin) =>
  (await by.get(`/notifications/devices?user_id=${encodeURIComponent(user_id)}`)).body.data as Listed[]
type Listed = Record<'registration_id' | 'device_id' | 'status' | 'registered_at' | 'last_seen_at' | 'user_id', string>
const refusal = ({ status, body }: Answer) => [status, body.error_code, body.details?.field]
const userOf = () => `user_${randomUUID()}`
const idOf = (device_id: string, client = client_id) => pushDevices.id(client, device_id)
const eventsOf = async (device_id: string) =>
  (await store.read(pushDevices.stream(idOf(device_id)))).map(({ type }) => type)
const Owner = z.object({ device: z.string(), registration: z.int(), seen_at: z.string() })
/** Who has what in the end: the rows of these devices. */
const ownersAmong = (...devices: string[]) =>
  db.any(sql.type(Owner)`
    select device::text as device, registration, seen_at from ops.push_tokens
    where device = any(${sql.array(
      devices.map(device => idOf(device)),
      'uuid',
    )})`)
const hasToken = async (device_id: string) => (await ownersAmong(device_id)).length === 1
async function member(role: string, of: Client = admin) {
  const email = `${role}-${randomUUID()}@bank.example`
  const { body } = await of.post('/admin/users', { email, role, password: ADMIN.password })
  return { user_id: body.user_id as string, caller: await logIn(service.url, email, ADMIN.password) }
}
const consumer = () => member('consumer')

test('a device is registered, answered with what the spec shows and listed, without its token', async () => {
  const user_id = userOf()
  const asked = deviceOf(user_id, { platform: 'android', push_token: androidToken(), language: 'es-MX' })
  const { status, body } = await register(asked)
  assert.is(status, 200, JSON.stringify(body))
  const { registration_id, registered_at, ...rest } = body
  assert.match(registration_id, /^dev_[0-9a-f-]{36}$/)
  assert.equal(rest, { device_id: asked.device_id, platform: 'android', status: 'active' })
  assert.equal(await listed(user_id), [
    { ...body, user_id, app_version: '4.2.0', language: 'es-MX', last_seen_at: registered_at } as never,
  ])
  assert.equal(await listed(userOf()), [])
})

test('missing fields are null, and any number of unknown fields is ignored', async () => {
  const user_id = userOf()
  const { status } = await register(deviceOf(user_id, { app_version: null, language: undefined, model: 'X' }))
  assert.is(status, 200)
  const [device] = (await listed(user_id)) as unknown as [{ app_version: null; language: null }]
  assert.equal([device.app_version, device.language], [null, null])
})

test('the same once more is the same answer and no event, and the device was seen later', async () => {
  const device = deviceOf(userOf())
  const { body: first } = await register(device)
  const [before] = await listed(device.user_id!)
  const { body: again } = await register({ ...device, push_token: device.push_token.toUpperCase() })
  assert.equal(again, first)
  assert.equal(await eventsOf(device.device_id), ['PushDeviceRegistered'])
  const [after] = await listed(device.user_id!)
  assert.ok(after!.last_seen_at > before!.last_seen_at)
})

test('a new token replaces the old one, which no device has any more', async () => {
  const user_id = userOf()
  const device = deviceOf(user_id)
  const { body: first } = await register(device)
  const { body: second } = await register({ ...device, push_token: iosToken() })
  assert.is(second.registration_id, first.registration_id)
  assert.ok(second.registered_at >= first.registered_at)
  assert.equal(
    (await ownersAmong(device.device_id)).map(({ registration }) => registration),
    [1],
  )
  // The old one is free: another device that has it takes it from nobody.
  const other = deviceOf(user_id, { push_token: device.push_token })
  await register(other)
  assert.equal(
    (await listed(user_id)).map(({ status }) => status),
    ['active', 'active'],
  )
  assert.equal(await eventsOf(device.device_id), ['PushDeviceRegistered', 'PushDeviceRegistered'])
})

test('a phone that is sold takes its token along, and its first device is inactive until it has one of its own', async () => {
  const [seller, buyer] = [userOf(), userOf()]
  const sold = deviceOf(seller)
  await register(sold)
  const bought = deviceOf(buyer, { push_token: sold.push_token })
  assert.is((await register(bought)).body.status, 'active')
  assert.equal([(await listed(seller))[0]!.status, (await listed(buyer))[0]!.status], ['inactive', 'active'])
  assert.equal(await eventsOf(sold.device_id), ['PushDeviceRegistered', 'PushDeviceTokenMoved'])
  assert.equal([await hasToken(sold.device_id), await hasToken(bought.device_id)], [false, true])
  // It moves back and forth as often as somebody says so.
  assert.is((await register(sold)).body.status, 'active')
  assert.equal([await hasToken(sold.device_id), await hasToken(bought.device_id)], [true, false])
  assert.is((await register({ ...bought, push_token: iosToken() })).body.status, 'active')
  assert.equal([(await listed(seller))[0]!.status, (await listed(buyer))[0]!.status], ['active', 'active'])
})

test('a device that another user logs in on is theirs, and in no other list', async () => {
  const [first, second] = [userOf(), userOf()]
  const device = deviceOf(first)
  const { body: before } = await register(device)
  const { body: after } = await register({ ...device, user_id: second })
  assert.is(after.registration_id, before.registration_id)
  assert.equal([(await listed(first)).length, (await listed(second)).length], [0, 1])
  assert.is((await ownersAmong(device.device_id)).length, 1)
})

test('the same token is one of each platform and of each client', async () => {
  const other = await service.newClient()
  const device = deviceOf(userOf())
  const theirs = await register(device)
  const ours = await register(device, other)
  assert.equal([theirs.body.status, ours.body.status], ['active', 'active'])
  assert.is.not(theirs.body.registration_id, ours.body.registration_id)
  assert.is((await listed(device.user_id!))[0]!.status, 'active')
  assert.is((await listed(device.user_id!, other))[0]!.registration_id, ours.body.registration_id)
  assert.equal(refusal(await unregister(ours.body.registration_id)), [404, 'NOTIF_002', 'registration_id'])
  const { body: seen } = await other.get(`/audit/push-devices/${theirs.body.registration_id}`)
  assert.is(seen.error_code, 'NOT_FOUND')
})

test('an unregistered device is gone until it is registered again; a second time, and nonsense, is NOTIF_002', async () => {
  const user_id = userOf()
  const device = deviceOf(user_id)
  const { body: registered } = await register(device)
  const { status, body } = await unregister(registered.registration_id)
  assert.equal([status, body], [200, { registration_id: registered.registration_id, status: 'unregistered' }])
  assert.equal([await listed(user_id), await ownersAmong(device.device_id)], [[], []])
  for (const id of [registered.registration_id, `dev_${randomUUID()}`, 'dev_none', '%00', device.device_id])
    assert.equal(refusal(await unregister(id)), [404, 'NOTIF_002', 'registration_id'], id)
  const { body: again } = await register(device)
  assert.equal([again.registration_id, again.status], [registered.registration_id, 'active'])
  assert.is((await listed(user_id)).length, 1)
})

test('a consumer registers, sees and unregisters only its own devices', async () => {
  const [ann, bob] = [await consumer(), await consumer()]
  const { body: own } = await register(deviceOf(null), ann.caller)
  assert.equal(
    ((await ann.caller.get('/notifications/devices')).body.data as Listed[]).map(({ user_id }) => user_id),
    [ann.user_id],
  )
  assert.is((await register(deviceOf(ann.user_id), ann.caller)).status, 200)
  assert.equal(refusal(await register(deviceOf(bob.user_id), ann.caller)), [403, 'AUTH_003', 'user_id'])
  const asked = await bob.caller.get(`/notifications/devices?user_id=${ann.user_id}`)
  assert.equal(refusal(asked), [403, 'AUTH_003', 'user_id'])
  assert.equal(refusal(await unregister(own.registration_id, bob.caller)), [404, 'NOTIF_002', 'registration_id'])
  assert.equal((await bob.caller.get('/notifications/devices')).body.data, [])
  // Nobody's token was touched by what was refused.
  assert.is((await listed(ann.user_id)).filter(({ status }) => status === 'active').length, 2)
  assert.is((await unregister(own.registration_id, ann.caller)).status, 200)
  // Who was refused learns nothing of the token: 403 comes before what is wrong with it.
  const wrong = deviceOf(bob.user_id, { push_token: 'x', platform: 'web' })
  assert.equal(refusal(await register(wrong, ann.caller)), [403, 'AUTH_003', 'user_id'])
})

test('an integrator acts for anybody of its client, an auditor reads', async () => {
  const [{ caller: integrator }, { caller: auditor }] = [await member('integrator'), await member('auditor')]
  const user_id = userOf()
  const { body } = await register(deviceOf(user_id), integrator)
  assert.is((await listed(user_id, auditor))[0]!.registration_id, body.registration_id)
  assert.equal((await register(deviceOf(user_id), auditor)).body.details, { required_scope: 'notify:register' })
  assert.is((await unregister(body.registration_id, auditor)).status, 403)
  assert.is((await unregister(body.registration_id, integrator)).status, 200)
})

test('an invalid request is refused by field, and changes nothing', async () => {
  const user_id = userOf()
  const token = iosToken()
  const bad: [object, number, string, string][] = [
    [{ platform: 'android', push_token: token }, 400, 'NOTIF_001', 'push_token'],
    [{ platform: 'ios', push_token: androidToken() }, 400, 'NOTIF_001', 'push_token'],
    [{ push_token: '' }, 400, 'NOTIF_001', 'push_token'],
    [{ push_token: 'a'.repeat(5_000) }, 400, 'NOTIF_001', 'push_token'],
    [{ push_token: `${token}\u0000` }, 400, 'NOTIF_001', 'push_token'],
    [{ push_token: undefined }, 400, 'INVALID_REQUEST', 'push_token'],
    [{ push_token: 7 }, 400, 'INVALID_REQUEST', 'push_token'],
    [{ platform: 'web' }, 422, 'NOTIF_005', 'platform'],
    [{ platform: 'IOS' }, 422, 'NOTIF_005', 'platform'],
    [{ platform: undefined }, 400, 'INVALID_REQUEST', 'platform'],
    [{ platform: null }, 400, 'INVALID_REQUEST', 'platform'],
    [{ device_id: undefined }, 400, 'INVALID_REQUEST', 'device_id'],
    [{ device_id: '' }, 400, 'INVALID_REQUEST', 'device_id'],
    [{ device_id: 'x'.repeat(129) }, 400, 'INVALID_REQUEST', 'device_id'],
    [{ device_id: 'a\nb' }, 400, 'INVALID_REQUEST', 'device_id'],
    [{ user_id: undefined }, 400, 'INVALID_REQUEST', 'user_id'],
    [{ user_id: ['x'] }, 400, 'INVALID_REQUEST', 'user_id'],
    [{ language: 'english please' }, 400, 'INVALID_REQUEST', 'language'],
    [{ language: '' }, 400, 'INVALID_REQUEST', 'language'],
    [{ app_version: 'x'.repeat(65) }, 400, 'INVALID_REQUEST', 'app_version'],
  ]
  for (const [more, status, code, field] of bad) {
    const answer = await register(deviceOf(user_id, more))
    assert.equal(refusal(answer), [status, code, field], JSON.stringify(more))
    assert.not(JSON.stringify(answer.body).includes(token))
  }
  const { body } = await register(deviceOf(user_id, { platform: 'web' }))
  assert.equal([body.details.value, body.details.allowed_values], ['web', ['ios', 'android']])
  assert.equal(await listed(user_id), [])
  for (const query of ['limit=0', 'limit=201', 'limit=ten', 'user=x', 'user_id=', 'cursor=x'])
    assert.is((await admin.get(`/notifications/devices?user_id=u&${query}`)).status, 400, query)
  assert.equal(refusal(await admin.get('/notifications/devices')), [400, 'INVALID_REQUEST', 'user_id'])
  assert.is((await admin.send('PUT', '/notifications/devices', {})).status, 405)
})

test('a list of many comes page by page, and a cursor is of one user', async () => {
  const user_id = userOf()
  const asked = Array.from({ length: 7 }, () => deviceOf(user_id))
  for (const device of asked) await register(device)
  const path = `/notifications/devices?user_id=${user_id}&limit=3`
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { body }: Answer = await admin.get(cursor === null ? path : `${path}&cursor=${cursor}`)
    seen.push(...(body.data as Listed[]).map(({ device_id }) => device_id))
    cursor = body.pagination.next_cursor
    if (cursor !== null)
      assert.is((await admin.get(`/notifications/devices?user_id=${userOf()}&cursor=${cursor}`)).status, 400)
  } while (cursor !== null)
  assert.equal(seen, asked.map(({ device_id }) => device_id).toReversed())
})

test('too many requests are NOTIF_007, and count against what the client’s other requests count against', async () => {
  const agreed_limit = { per_minute: 3, per_day: null }
  const { body: made } = await admin.post('/admin/clients', { name: `Bank ${randomUUID()}`, agreed_limit })
  const email = `${randomUUID()}@bank.example`
  await admin.post('/admin/users', { client_id: made.client_id, email, role: 'admin', password: ADMIN.password })
  const caller = await logIn(service.url, email, ADMIN.password)
  const codes: string[] = []
  for (let n = 0; n < 12 && codes.length < 2; n += 1) {
    const devices = await caller.get('/notifications/devices?user_id=u')
    if (devices.status !== 429) continue
    assert.equal([devices.body.details.limit, devices.body.details.window], [3, 'minute'])
    assert.ok(Number(devices.headers.get('retry-after')) > 0)
    codes.push(devices.body.error_code, (await caller.get('/vpn/servers')).body.error_code)
  }
  assert.equal(codes, ['NOTIF_007', 'RATE_LIMIT_EXCEEDED'])
})

const contextAt = (now: Date) => ({
  ...{ actor: { sub: 'usr_1', client_id, role: 'admin' }, request_id: 'req', command_id: randomUUID() },
  ...{ correlation_id: 'req', causation_id: null, now },
})
const body = (device: ReturnType<typeof deviceOf>) => ({ ...device, user_id: device.user_id ?? null })

test('a process that ends between what it recorded and the token’s owner: the reaction gives the token over', async () => {
  const [older, newer] = [deviceOf(userOf()), deviceOf(userOf())]
  newer.push_token = older.push_token
  await register(older)
  const stuck = createNotificationService(service.service)
  // At each of the steps that come after the event.
  const dying: Partial<typeof stuck.owners>[] = [
    { claim: () => new Promise(() => {}) },
    { claim: async (claim, told) => (told === null ? stuck.owners.claim(claim, told) : new Promise(() => {})) },
  ]
  for (const steps of dying) {
    const dead = { ...stuck, owners: { ...stuck.owners, ...steps } }
    void registerDevice(dead, contextAt(service.service.now()), body(newer)).catch(() => undefined)
    await until(
      () => eventsOf(newer.device_id),
      types => types.length > 0,
    )
    await until(
      () => Promise.all([hasToken(older.device_id), hasToken(newer.device_id)]),
      ([old, fresh]) => !old && fresh,
    )
    await until(
      async () => (await listed(older.user_id!))[0]!.status,
      status => status === 'inactive',
    )
    assert.is((await listed(newer.user_id!))[0]!.status, 'active')
    // Back, for the next one.
    await register(older)
    assert.equal([await hasToken(older.device_id), await hasToken(newer.device_id)], [true, false])
    newer.device_id = `device_${randomUUID()}`
  }
})

test('a process that gives a token over much later than another one takes nothing from it', async () => {
  const [first, second] = [deviceOf(userOf()), deviceOf(userOf())]
  second.push_token = first.push_token
  const stuck = createNotificationService(service.service)
  let goOn = () => {}
  const frozen = new Promise<void>(resolve => {
    goOn = resolve
  })
  const slow = {
    ...stuck,
    owners: {
      ...stuck.owners,
      claim: async (...asked: Parameters<typeof stuck.owners.claim>) => {
        await frozen
        return stuck.owners.claim(...asked)
      },
    },
  }
  const late = registerDevice(slow, contextAt(service.service.now()), body(first))
  await until(
    () => eventsOf(first.device_id),
    types => types.length > 0,
  )
  await register(second)
  assert.is(await hasToken(second.device_id), true)
  goOn()
  const { registration } = await late
  assert.is(registration.status, 'moved')
  assert.equal([await hasToken(first.device_id), await hasToken(second.device_id)], [false, true])
  assert.is((await listed(first.user_id!))[0]!.status, 'inactive')
})

test('a process that moves a former registration notifies the device that has the token by then', async () => {
  const [first, second] = [deviceOf(userOf()), deviceOf(userOf())]
  second.push_token = first.push_token
  const stuck = createNotificationService(service.service)
  const go = Promise.withResolvers<void>()
  const slow: typeof stuck.owners = {
    ...stuck.owners,
    claim: async (...asked) => {
      await go.promise
      return stuck.owners.claim(...asked)
    },
  }
  const late = registerDevice({ ...stuck, owners: slow }, contextAt(service.service.now()), body(first))
  await until(
    () => eventsOf(first.device_id),
    types => types.length === 1,
  )
  await register(second)
  // Once more by a process that is killed before it takes the token.
  const dead = { ...stuck, owners: { ...stuck.owners, claim: () => new Promise<never>(() => {}) } }
  const again = { ...first, app_version: '5.0.0' }
  void registerDevice(dead, contextAt(service.service.now()), body(again)).catch(() => undefined)
  await until(
    () => eventsOf(first.device_id),
    types => types.length === 2,
  )
  go.resolve()
  assert.is((await late).registration.status, 'active')
  assert.equal([await hasToken(first.device_id), await hasToken(second.device_id)], [true, false])
  assert.equal(await eventsOf(second.device_id), ['PushDeviceRegistered', 'PushDeviceTokenMoved'])
})

test('one that is unregistered before its token is given over leaves no owner behind', async () => {
  const device = deviceOf(userOf())
  const stuck = createNotificationService(service.service)
  let goOn = () => {}
  const frozen = new Promise<void>(resolve => {
    goOn = resolve
  })
  const owners = {
    ...stuck.owners,
    claim: async (...asked: Parameters<typeof stuck.owners.claim>) => {
      await frozen
      return stuck.owners.claim(...asked)
    },
  }
  const late = registerDevice({ ...stuck, owners }, contextAt(service.service.now()), body(device))
  await until(
    () => eventsOf(device.device_id),
    types => types.length > 0,
  )
  assert.is((await unregister(pushDevices.registrationId(idOf(device.device_id)))).status, 200)
  goOn()
  assert.is((await late).registration.status, 'unregistered')
  assert.equal(await ownersAmong(device.device_id), [])
})

test('the later registration wins, also by a clock that was set back in between', async () => {
  const [first, second] = [deviceOf(userOf()), deviceOf(userOf())]
  second.push_token = first.push_token
  const now = service.service.now()
  const of = createNotificationService(service.service)
  await registerDevice(of, contextAt(now), body(first))
  const { registration } = await registerDevice(of, contextAt(new Date(now.getTime() - 3_600_000)), body(second))
  assert.is(registration.status, 'active')
  assert.ok(Date.parse(registration.registered_at) > now.getTime())
  assert.equal([await hasToken(first.device_id), await hasToken(second.device_id)], [false, true])
})

test('settling again and again changes nothing', async () => {
  const device = deviceOf(userOf())
  await register(device)
  const of = createNotificationService(service.service)
  const before = await ownersAmong(device.device_id)
  const states = await Promise.all(
    Array.from({ length: 5 }, () => assignToken(of, contextAt(service.service.now()), idOf(device.device_id))),
  )
  for (const { status } of states) assert.is(status, 'active')
  assert.equal(await ownersAmong(device.device_id), before)
  assert.equal(await eventsOf(device.device_id), ['PushDeviceRegistered'])
})

const foundByWatch = async (...devices: { device_id: string }[]) => {
  const rule = checkOf('push-device', service.service)
  const ids = devices.map(({ device_id }) => idOf(device_id))
  const found: string[] = []
  for await (const page of rule.candidates(db, { olderThanMs: 0, isFull: true }))
    for (const candidate of page) if ((await rule.outstanding(candidate)) !== null) found.push(candidate.id)
  return found.filter(id => ids.includes(id)).sort()
}

test('the watch finds a device that lost its token, and a token that lost its device', async () => {
  const [lost, ended, sound] = [deviceOf(userOf()), deviceOf(userOf()), deviceOf(userOf())]
  for (const device of [lost, ended, sound]) await register(device)
  const [kept] = await ownersAmong(ended.device_id)
  await unregister(pushDevices.registrationId(idOf(ended.device_id)))
  await listed(ended.user_id!)
  await db.query(sql.unsafe`delete from ops.push_tokens where device = ${idOf(lost.device_id)}::uuid`)
  await db.query(sql.unsafe`
    insert into ops.push_tokens (client_id, platform, token_index, device, registration, registered_at, person, seen_at)
    values (${client_id}, 'ios', 'left behind', ${kept!.device}::uuid, 0, date_trunc('second', now()) - interval '1 hour',
      ${randomUUID()}::uuid, now())`)
  const ids = [lost, ended].map(({ device_id }) => idOf(device_id))
  assert.equal(await foundByWatch(lost, ended, sound), ids.sort())
  for (const id of ids) await assignToken(createNotificationService(service.service), contextAt(new Date()), id)
  assert.equal([await hasToken(lost.device_id), await hasToken(ended.device_id)], [true, false])
})

/**
 * As it is where events were lost with a store that was restored to an older state: owners are of registrations that
 * the streams do not have.
 */
const loseEvents = (device_id: string, { events = 5, ms = 3_600_000 } = {}) =>
  db.query(sql.unsafe`
    update ops.push_tokens set registration = registration + ${events},
      registered_at = registered_at + ${ms} * interval '1 millisecond'
    where device = ${idOf(device_id)}::uuid`)
const settled = async (device_id: string) =>
  (await assignToken(createNotificationService(service.service), contextAt(new Date()), idOf(device_id))).status
const registrationsOf = async (device_id: string) =>
  (await ownersAmong(device_id)).map(({ registration }) => registration).sort()

test('an owner of events that were lost gives way: to its device, when that registers the same again, or is settled', async () => {
  const [again, looked] = [deviceOf(userOf()), deviceOf(userOf())]
  for (const device of [again, looked]) {
    await register(device)
    await listed(device.user_id!)
    await loseEvents(device.device_id)
  }
  assert.equal(await foundByWatch(again, looked), [again, looked].map(({ device_id }) => idOf(device_id)).sort())
  assert.is((await register(again)).body.status, 'active')
  assert.is(await settled(looked.device_id), 'active')
  assert.equal([await registrationsOf(again.device_id), await registrationsOf(looked.device_id)], [[0], [0]])
  assert.equal(await eventsOf(again.device_id), ['PushDeviceRegistered'])
  assert.equal(await foundByWatch(again, looked), [])
})

test('an owner of events that were lost and whose number was given out again is not taken for that registration', async () => {
  const [device, other] = [deviceOf(userOf()), deviceOf(userOf())]
  const lost = device.push_token
  await register(device)
  await loseEvents(device.device_id, { events: 1 })
  const { body: registered } = await register({ ...device, push_token: iosToken() })
  // The token of before is another device's now, and this one keeps its own.
  await db.query(sql.unsafe`
    insert into ops.push_tokens (client_id, platform, token_index, device, registration, registered_at, person, seen_at)
    values (${client_id}, 'ios', ${tokenIndex(service.service, client_id, lost)}, ${idOf(device.device_id)}::uuid, 1,
      '2026-01-01T00:00:00.000Z', ${randomUUID()}::uuid, now())`)
  await listed(device.user_id!)
  assert.equal(await foundByWatch(device), [idOf(device.device_id)])
  assert.is((await listed(device.user_id!)).length, 1)
  other.push_token = lost
  assert.is((await register(other)).body.status, 'active')
  assert.equal([await registrationsOf(device.device_id), await registrationsOf(other.device_id)], [[1], [0]])
  assert.is(await settled(device.device_id), 'active')
  assert.equal(
    (await listed(device.user_id!)).map(({ status, registered_at }) => [status, registered_at]),
    [['active', registered.registered_at]],
  )
})

test('former tokens and owners from lost events are released once their device is settled', async () => {
  const device = deviceOf(userOf())
  const { body: registered } = await register(device)
  const leave = (registration: number) =>
    db.query(sql.unsafe`
      insert into ops.push_tokens (client_id, platform, token_index, device, registration, registered_at, person, seen_at)
      values (${client_id}, 'ios', ${randomUUID()}, ${idOf(device.device_id)}::uuid, ${registration},
        '2026-01-01T00:00:00.000Z', ${randomUUID()}::uuid, now())`)
  for (const registration of [0, 7]) await leave(registration)
  // As of this registration, by another index or on another platform.
  for (const [platform, index] of [
    ['ios', sql.fragment`'another'`],
    ['android', sql.fragment`token_index`],
  ] as const)
    await db.query(sql.unsafe`
      insert into ops.push_tokens (client_id, platform, token_index, device, registration, registered_at, person, seen_at)
      select client_id, ${platform}, ${index}, device, registration, registered_at, person, seen_at
      from ops.push_tokens where device = ${idOf(device.device_id)}::uuid and registered_at = ${registered.registered_at}::timestamptz
      limit 1`)
  assert.equal(await registrationsOf(device.device_id), [0, 0, 0, 0, 7])
  assert.is(await settled(device.device_id), 'active')
  assert.equal(await registrationsOf(device.device_id), [0])
  await unregister(registered.registration_id)
  for (const registration of [1, 7]) await leave(registration)
  assert.is(await settled(device.device_id), 'unregistered')
  assert.equal(await registrationsOf(device.device_id), [])
})

test('a device does not lose its token to an owner of events that were lost, though that says that it is later', async () => {
  const [device, other] = [deviceOf(userOf()), deviceOf(userOf())]
  await register(device)
  await register(other)
  await db.query(sql.unsafe`
    update ops.push_tokens set device = ${idOf(other.device_id)}::uuid, registration = 4,
      registered_at = registered_at + interval '1 hour' where device = ${idOf(device.device_id)}::uuid`)
  assert.is(await settled(device.device_id), 'active')
  assert.equal([await registrationsOf(device.device_id), await registrationsOf(other.device_id)], [[0], [0]])
  assert.equal(await eventsOf(device.device_id), ['PushDeviceRegistered'])
  assert.equal(await eventsOf(other.device_id), ['PushDeviceRegistered'])
})

test('who has a token is changed by a later registration of its device, or by who knows which one has lost it', async () => {
  const of = createTokenOwners(db)
  const key = { client_id, platform: 'ios', token_index: randomUUID(), person: randomUUID() }
  const at = (registration: number, device: string, registered_at: string) => ({ device, registration, registered_at })
  const [day, noon] = ['2026-01-01T00:00:00.000Z', '2026-01-01T12:00:00.000Z']
  const [one, two] = [randomUUID(), randomUUID()]
  const held = at(1, one, day)
  const has = async (claim: Holder, told: Holder | null = null) => of.claim({ ...key, ...claim }, told)
  assert.equal(await has(held), held)
  // Neither an earlier one of the same device, nor another device that knows of another time, number or device.
  assert.equal(await has(at(0, one, noon)), held)
  for (const told of [null, at(1, one, noon), at(0, one, day), at(1, two, day)])
    assert.equal(await has(at(5, two, noon), told), held)
  const seenAt = () =>
    db.oneFirst(sql.type(z.object({ seen_at: z.string() }))`
    select seen_at from ops.push_tokens where token_index = ${key.token_index}`)
  assert.equal([await of.touch(key, two), await seenAt()], [held, day])
  assert.equal(await of.touch(key, one), held)
  const lastSeen = await seenAt()
  assert.ok(lastSeen > day)
  // A later registration of the device is no reason to have been seen earlier; another device was seen by itself alone.
  assert.equal(await has(at(2, one, noon)), at(2, one, noon))
  assert.is(await seenAt(), lastSeen)
  assert.equal(await has(at(3, two, noon), at(2, one, noon)), at(3, two, noon))
  assert.is(await seenAt(), noon)
  assert.equal(await has(held, at(3, two, noon)), held)
  await of.release({ ...key, ...at(1, one, noon) })
  assert.equal(await of.holderOf(key), held)
  assert.equal(await has(at(0, two, noon), held), at(0, two, noon))
  assert.equal(await has(at(2, two, day)), at(2, two, day))
  // Many are asked at once, each for itself.
  const keys = [key, { ...key, token_index: randomUUID() }, { ...key, platform: 'android' }, key]
  assert.equal(await Promise.all(keys.map(of.holderOf)), [at(2, two, day), null, null, at(2, two, day)])
  await of.release({ ...key, ...at(2, two, day) })
  assert.is(await of.holderOf(key), null)
})

test('a consumer takes over another user’s device by the token that it is registered with, and by nothing else', async () => {
  const [ann, bob] = [await consumer(), await consumer()]
  const device = deviceOf(null)
  const { body: registered } = await register(device, ann.caller)
  const stranger = { ...device, push_token: iosToken() }
  const refused = await register(stranger, bob.caller)
  assert.equal(refusal(refused), [409, 'CONFLICT', 'device_id'])
  for (const told of [ann.user_id, device.push_token, stranger.push_token])
    assert.not(JSON.stringify(refused.body).includes(told))
  // Another platform's, and one that a device of theirs has.
  const android = { ...stranger, platform: 'android', push_token: androidToken() }
  assert.equal(refusal(await register(android, bob.caller)), [409, 'CONFLICT', 'device_id'])
  const own = deviceOf(null)
  await register(own, bob.caller)
  assert.equal(refusal(await register({ ...stranger, push_token: own.push_token }, bob.caller)), [
    409,
    'CONFLICT',
    'device_id',
  ])
  assert.equal(await eventsOf(device.device_id), ['PushDeviceRegistered'])
  assert.equal([await hasToken(device.device_id), await hasToken(own.device_id)], [true, true])
  assert.is((await listed(ann.user_id))[0]!.status, 'active')
  // Whoever has the phone in hand has its token, whatever its case.
  const { status } = await register({ ...device, push_token: device.push_token.toUpperCase() }, bob.caller)
  assert.equal([status, (await listed(ann.user_id)).length, (await listed(bob.user_id)).length], [200, 0, 2])
  assert.equal(refusal(await register({ ...device, push_token: iosToken() }, ann.caller)), [
    409,
    'CONFLICT',
    'device_id',
  ])
  // Its own user changes its token as they like, and what they have given back is free.
  assert.is((await register(stranger, bob.caller)).status, 200)
  assert.is((await unregister(registered.registration_id, bob.caller)).status, 200)
  assert.is((await register({ ...device, push_token: iosToken() }, ann.caller)).status, 200)
})

test('a device whose token moved belongs to its user against other consumers; a client-wide requester may take any', async () => {
  const [ann, bob] = [await consumer(), await consumer()]
  const { caller: integrator } = await member('integrator')
  const device = deviceOf(null)
  await register(device, ann.caller)
  await register(deviceOf(null, { push_token: device.push_token }), ann.caller)
  const other = { ...device, push_token: iosToken() }
  assert.equal(refusal(await register(other, bob.caller)), [409, 'CONFLICT', 'device_id'])
  assert.is((await register({ ...other, user_id: bob.user_id }, integrator)).status, 200)
  assert.equal(
    (await listed(bob.user_id)).map(({ device_id }) => device_id),
    [device.device_id],
  )
})

test('the owner of a device is read from the state that the registration is decided on', async () => {
  const [ann, bob] = [await consumer(), await consumer()]
  const device = deviceOf(null)
  await register(device, ann.caller)
  const of = createNotificationService(service.service)
  const newer = { ...device, push_token: iosToken() }
  const by = ({ user_id }: { user_id: string }) => {
    const context = contextAt(service.service.now())
    return { ...context, actor: { ...context.actor, sub: user_id, role: 'consumer' } }
  }
  // The token of before is shown while another process gives the device another one.
  const elsewhere = { ...of, execute: createExecute(store) }
  let isFirst = true
  const run: typeof execute.run = (family, id, command, ...rest) => {
    const between = async (state: never) => {
      const made = await (command as (state: never) => Promise<never>)(state)
      if (isFirst) await registerDevice(elsewhere, by(ann), body(newer))
      isFirst = false
      return made
    }
    return execute.run(family, id, family.prefix === pushDevices.prefix ? (between as never) : command, ...rest)
  }
  const slow = { ...of, execute: { ...execute, run } }
  const answer = await registerDevice(slow, by(bob), body(device)).catch(error => error)
  assert.ok(answer instanceof Rejection, JSON.stringify(answer))
  assert.equal([answer.code, answer.details.field], ['CONFLICT', 'device_id'])
  assert.equal(
    (await listed(ann.user_id)).map(({ status }) => status),
    ['active'],
  )
})

test('the audit tells whose a device was, by its registration and by the client’s own id of it', async () => {
  const [first, second] = [userOf(), userOf()]
  const device = deviceOf(first)
  const { body: registered } = await register(device)
  await register({ ...device, user_id: second })
  await unregister(registered.registration_id)
  for (const id of [registered.registration_id, device.device_id]) {
    const { status, body } = await admin.get(`/audit/push-devices/${id}`)
    assert.is(status, 200)
    assert.equal(
      body.history.map(({ type }: { type: string }) => type),
      ['PushDeviceRegistered', 'PushDeviceRegistered', 'PushDeviceUnregistered'],
    )
    assert.equal([body.state.status, body.state.user_id, body.chain.intact], ['unregistered', second, true])
    assert.equal(body.history[2].reason, 'caller')
    assert.not.match(JSON.stringify(body), /sealed|digest|v1\./)
  }
  const { body: found } = await until(
    () => admin.get(`/audit/search?object=${registered.registration_id}&limit=10`),
    answer => answer.body.data?.filter(({ type }: { type: string }) => type.startsWith('PushDevice')).length === 3,
  )
  assert.ok(found)
  const { body: about } = await admin.get(`/audit/search?subject=${encodeURIComponent(first)}`)
  assert.equal(about.data.filter(({ type }: { type: string }) => type.startsWith('PushDevice')).length, 1)
})

test('the rebuilt list equals the present one', () => areAsRebuilt(service, ['push_devices']))

test('a token is in no log line, metric, event or row, and no response has its state', async () => {
  const device = deviceOf(userOf())
  const android = deviceOf(device.user_id!, { platform: 'android', push_token: androidToken() })
  for (const one of [device, android]) await register(one)
  await listed(device.user_id!)
  const state = (await execute.load(pushDevices, idOf(device.device_id))).state
  assert.is(state.status, 'active')
  const SECRETS = [device.push_token, android.push_token]
  const logged = lines.join('')
  assert.ok(logged.includes('/notifications/devices'))
  const metrics = await service.service.metrics.metrics()
  await service.stop()
  let bytes = 0
  let known = 0
  for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const content = readFileSync(join(file.parentPath, file.name))
    bytes += content.length
    if (content.includes(device.device_id)) known += 1
    for (const secret of SECRETS) assert.not.ok(content.includes(secret), `a token in ${file.name}`)
  }
  for (const secret of SECRETS) assert.not.ok(logged.includes(secret) || metrics.includes(secret))
  // The search itself finds what is there.
  assert.ok(bytes > 1_000_000 && known > 0)
})

test.run()
