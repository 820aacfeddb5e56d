import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { registerDevice } from '#commands/notifications/register-device.ts'
import { SendNotificationBody, sendNotification } from '#commands/notifications/send-notification.ts'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import { isNotification, notifications } from '#domain/notifications/notifications/decider.ts'
import { subjects } from '#domain/subjects/decider.ts'
import { subjectOf } from '#edge/vault/vault.ts'
import { firstBrokenLink } from '#event-sourcing/hash-chain.ts'
import { modules } from '#modules.ts'
import { loadRedactor } from '#privacy/redaction.ts'
import { createNotificationService } from '#services/notifications/notification-service.ts'
import { Rejection } from '#values/errors.ts'
import { type Client, logIn, until } from '../../harness/client.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { areAsRebuilt } from '../fraud/rebuilt-alerts.ts'
import { erase, settlingSoon, subjectReaches } from '../subjects/people.ts'
import { deviceOf, iosToken, messageTo } from './device-samples.ts'

/**
 * People who are erased, and the devices that they had: those that they still have go with them, those that are
 * somebody else's by now stay.
 */
const test = suite('erasure of people with devices')
/** Longer than a request takes, as it is meant to be. */
const SETTLING_MS = 2_500
const service = await startTestService({}, { modules: settlingSoon(SETTLING_MS) })
test.after(service.end)
const { admin } = service
const { db, execute, store, vault } = service.service
const { client_id } = (await admin.get('/api/auth/me')).body

// A list is built at the first start.
await until(
  () => admin.get('/notifications/devices?user_id=nobody'),
  ({ status }) => status === 200,
)

const personOf = (name: string) => `${name} ${randomUUID()}`
const register = (device: object, by: Client = admin) => by.post('/notifications/devices', device)
const listed = async (user_id: string) =>
  (await admin.get(`/notifications/devices?user_id=${encodeURIComponent(user_id)}`)).body.data as { status: string }[]
const idOf = (device_id: string) => pushDevices.id(client_id, device_id)
const streamOf = (device_id: string) => pushDevices.stream(idOf(device_id))
const owners = (device_id: string) =>
  db.anyFirst(sql.type(z.object({ registration: z.int() }))`
    select registration from ops.push_tokens where device = ${idOf(device_id)}::uuid`)
const exportOf = (user_id: string) => admin.get(`/admin/subjects/${encodeURIComponent(user_id)}/export`)
/** Once the list of what is held has it. */
const exported = (user_id: string, device_id: string) =>
  until(
    () => exportOf(user_id),
    ({ body }) => JSON.stringify(body).includes(device_id),
  )
const auditOf = async (device_id: string) => (await admin.get(`/audit/push-devices/${device_id}`)).body
const keysOf = (subject: string) =>
  db.oneFirst(sql.type(z.object({ count: z.coerce.number() }))`
    select count(*) as count from vault.data_keys where subject = ${subject} and wrapped is not null`)
const eraseWhole = async (user_id: string) => {
  const { status } = await until(
    () => erase(admin, user_id),
    answer => answer.status === 202,
  )
  assert.is(status, 202)
  await subjectReaches(admin, user_id, 'shredded')
}

test('an erased person’s devices are unregistered, and neither token, index nor key is left', async () => {
  const person = personOf('Zenobia')
  const devices = [deviceOf(person), deviceOf(person)]
  for (const device of devices) await register(device)
  const { body: before } = await exported(person, devices[0]!.device_id)
  assert.ok(JSON.stringify(before).includes(devices[0]!.push_token))
  await eraseWhole(person)
  for (const { device_id } of devices) {
    const events = await store.read(streamOf(device_id))
    assert.equal(
      events.map(({ type, data }) => [type, (data as { reason?: string }).reason]),
      [
        ['PushDeviceRegistered', undefined],
        ['PushDeviceUnregistered', 'erasure'],
      ],
    )
    assert.is(firstBrokenLink(events), null)
    const { token_sealed } = events[0]!.data as { token_sealed: string }
    assert.is(await vault.open(token_sealed, `${idOf(device_id)}|token`), null)
    await until(
      () => owners(device_id),
      left => left.length === 0,
    )
    const told = await until(
      () => auditOf(device_id),
      ({ state }) => state !== undefined,
    )
    assert.equal([told.state.user_id, told.state.device_id], ['[erased]', '[erased]'])
    assert.not(JSON.stringify(told).includes(person))
  }
  assert.equal(await listed(person), [])
  const { body: after } = await exportOf(person)
  for (const { push_token, device_id } of devices)
    assert.not(JSON.stringify(after).includes(push_token) || JSON.stringify(after).includes(device_id))
  // Whoever comes anew is somebody new, on a new phone or on this one.
  const { body: again } = await register(devices[0]!)
  assert.is(again.status, 'active')
  assert.is((await listed(person)).length, 1)
})

test('of a device that changed hands each person is given, and loses, their own part and nothing of the other’s', async () => {
  const [first, second] = [personOf('Ursula'), personOf('Tobias')]
  const device = deviceOf(first)
  await register(device)
  const theirs = { ...device, user_id: second, push_token: iosToken() }
  await register(theirs)
  const has = (body: object, ...texts: string[]) => texts.map(text => JSON.stringify(body).includes(text))
  const { body: ofFirst } = await exported(first, device.device_id)
  assert.equal(has(ofFirst, device.push_token, second, theirs.push_token), [true, false, false])
  const { body: ofSecond } = await exported(second, device.device_id)
  assert.equal(has(ofSecond, theirs.push_token, first, device.push_token), [true, false, false])

  await eraseWhole(first)
  assert.is((await listed(second))[0]!.status, 'active')
  assert.is((await owners(device.device_id)).length, 1)
  const told = await auditOf(device.device_id)
  assert.equal([told.state.user_id, told.state.device_id, told.state.status], [second, device.device_id, 'active'])
  assert.equal([told.history[0].state_after.user_id, told.history[0].actor.ip], ['[erased]', null])
  assert.ok(told.history[1].actor.ip !== null)
  assert.not(JSON.stringify(told).includes(first))
  const lines = await until(
    () => admin.get(`/audit/search?object=${told.state.registration_id}&limit=50`),
    ({ body }) => body.data?.some(({ subject }: { subject: string }) => subject === '[erased]'),
  )
  const subjectsOf = lines.body.data
    .filter(({ type }: { type: string }) => type === 'PushDeviceRegistered')
    .map(({ subject }: { subject: string }) => subject)
  assert.equal(subjectsOf.sort(), [second, '[erased]'].sort())
  const { body: still } = await exportOf(second)
  assert.equal(has(still, theirs.push_token), [true])
  // A second request for the first person finds nothing new of them, whatever the second one does.
  await register({ ...theirs, language: 'es' })
  await exported(second, '"es"')
  await erase(admin, first)
  assert.is((await admin.get(`/admin/subjects/${encodeURIComponent(first)}`)).body.status, 'shredded')

  await eraseWhole(second)
  assert.equal(await listed(second), [])
  assert.equal((await auditOf(device.device_id)).state.user_id, '[erased]')
})

test('a restriction hides the part of its person and no other part of the same device', async () => {
  const [first, second] = [personOf('Rufus'), personOf('Sybil')]
  const device = deviceOf(first)
  await register(device)
  await register({ ...device, user_id: second })
  await exported(first, device.device_id)
  await until(
    () => erase(admin, first, 'aml_retention'),
    ({ status }) => status === 202,
  )
  const events = await store.read(streamOf(device.device_id))
  const personal = modules.flatMap(module => module.personalData ?? [])
  const leftOut = await loadRedactor(store, personal, AbortSignal.timeout(10_000))
  assert.equal(
    events.map(event => leftOut.isRestricted(event)),
    [true, false],
  )
  leftOut.close()
  assert.is((await listed(second))[0]!.status, 'active')
  const refused = await register(deviceOf(first))
  assert.equal(
    [refused.status, refused.body.error_code, refused.body.details.field],
    [400, 'INVALID_REQUEST', 'user_id'],
  )
})

test('a person who is kept under a duty has no device from the request on', async () => {
  const person = personOf('Quentin')
  const device = deviceOf(person)
  await register(device)
  await exported(person, device.device_id)
  await until(
    () => erase(admin, person, 'aml_retention'),
    ({ status }) => status === 202,
  )
  await until(
    () => owners(device.device_id),
    left => left.length === 0,
  )
  assert.equal(await listed(person), [])
})

test('an erasure in the middle of a registration: nothing is left of it, whichever is first', async () => {
  for (let round = 0; round < 2; round += 1) {
    const person = personOf('Oswald')
    const known = deviceOf(person)
    await register(known)
    await exported(person, known.device_id)
    const device = deviceOf(person)
    const of = createNotificationService(service.service)
    // The request is let in, and the erasure is over before its event is recorded, or begins right after.
    const whose = { client_id, user_id: person }
    let begun = false
    const begin = async () => {
      begun = true
      await erase(admin, person)
      await until(
        () => execute.load(subjects, subjects.id(whose)),
        ({ state }) => state.status !== 'absent',
      )
    }
    const run: typeof execute.run = async (family, id, ...rest) => {
      if (!begun && family.prefix === pushDevices.prefix) {
        if (round % 2 === 0) await begin()
        else setTimeout(() => void begin(), round)
      }
      return execute.run(family, id, ...rest)
    }
    const context = {
      ...{ actor: { sub: 'usr_1', client_id, role: 'admin' }, request_id: 'req', command_id: randomUUID() },
      ...{ correlation_id: 'req', causation_id: null, now: service.service.now() },
    }
    const asked = { ...device, user_id: person }
    const answer = await registerDevice({ ...of, execute: { ...execute, run } }, context, asked).catch(error => error)
    if (round % 2 === 0) assert.ok(answer instanceof Rejection && answer.details.field === 'user_id', `${answer}`)
    await subjectReaches(admin, person, 'shredded')
    await until(
      () => execute.load(pushDevices, idOf(device.device_id)),
      ({ state }) => state.status === 'absent' || state.status === 'unregistered',
    )
    await until(
      () => owners(device.device_id),
      left => left.length === 0,
    )
    for (const event of await store.read(streamOf(device.device_id))) {
      const { token_sealed } = event.data as { token_sealed?: string }
      if (token_sealed !== undefined) assert.is(await vault.open(token_sealed, `${idOf(device.device_id)}|token`), null)
    }
    assert.equal(await listed(person), [])
  }
})

test('a user who returns after an erasure gets what is stored since then, and what was before stays erased', async () => {
  const person = personOf('Xaver')
  const device = deviceOf(person)
  await register(device)
  await exported(person, device.device_id)
  await eraseWhole(person)
  const again = { ...device, push_token: iosToken() }
  await register(again)
  const ofDevice = async () => {
    const { body } = await exportOf(person)
    const own = body.data.find(({ family }: { family: string }) => family === 'pushdevice')
    return own.events.map(({ type, data }: { type: string; data: Record<string, unknown> }) => [
      ...[type, data.user_id, data.device_id, data.token_sealed],
    ])
  }
  const gone = [
    ['PushDeviceRegistered', '[erased]', '[erased]', '[erased]'],
    ['PushDeviceUnregistered', '[erased]', undefined, undefined],
  ]
  const told = await until(ofDevice, events => events.length === 3)
  assert.equal(told, [...gone, ['PushDeviceRegistered', person, device.device_id, again.push_token]])
  await eraseWhole(person)
  assert.equal(await ofDevice(), [...gone, ...gone])
})

test('a person who came back after an erasure, and is kept under a duty then, has no device from the request on', async () => {
  const person = personOf('Yolanda')
  const device = deviceOf(person)
  await register(device)
  await exported(person, device.device_id)
  await eraseWhole(person)
  await register(device)
  await exported(person, device.device_id)
  assert.is((await erase(admin, person, 'aml_retention')).status, 202)
  assert.is((await execute.load(pushDevices, idOf(device.device_id))).state.status, 'unregistered')
  await until(
    () => owners(device.device_id),
    left => left.length === 0,
  )
  assert.equal(await listed(person), [])
})

test('a consumer who is erased takes their devices along', async () => {
  const email = `${randomUUID()}@bank.example`
  const { body: user } = await admin.post('/admin/users', { email, role: 'consumer', password: ADMIN.password })
  const caller = await logIn(service.url, email, ADMIN.password)
  const device = deviceOf(null)
  assert.is((await register(device, caller)).status, 200)
  await exported(user.user_id, device.device_id)
  await eraseWhole(user.user_id)
  await until(
    () => owners(device.device_id),
    left => left.length === 0,
  )
  assert.equal(await listed(user.user_id), [])
  const { state } = await execute.load(pushDevices, idOf(device.device_id))
  assert.is(state.status, 'unregistered')
})

test('an erased person’s notifications are in no history, none that was queued is sent, and no text can be read', async () => {
  const person = personOf('Yolanda')
  const [device, other] = [deviceOf(person), deviceOf(personOf('Xaver'))]
  for (const one of [device, other]) await register(one)
  const data = { said: `Data ${randomUUID()}` }
  const asked = messageTo(person, { data }, { send_to_all_devices: true })
  const sent = await admin.post('/notifications/send', asked)
  const theirs = await admin.post('/notifications/send', messageTo(other.user_id!))
  assert.equal([sent.status, theirs.status], [200, 200])
  const { notification_id } = sent.body
  const { title, body } = asked.notification
  const before = await until(
    () => exportOf(person),
    answer => JSON.stringify(answer.body).includes(title),
  )
  for (const words of [body, data.said]) assert.ok(JSON.stringify(before.body).includes(words))
  const mark = () => admin.post(`/notifications/${notification_id}/read`)
  await eraseWhole(person)
  const id = notifications.parseNotificationId(notification_id)!
  const events = await store.read(notifications.stream(id))
  assert.is(firstBrokenLink(events), null)
  const { state } = await execute.load(notifications, id)
  assert.ok(isNotification(state))
  assert.ok(state.deliveries.every(({ status }) => status !== 'queued'))
  const { text_sealed } = events[0]!.data as { text_sealed: string }
  assert.is(await vault.open(text_sealed, `${id}|text`), null)
  const listed = await admin.get(`/notifications/history?user_id=${encodeURIComponent(person)}`)
  assert.equal([listed.body.data, listed.body.unread_count], [[], 0])
  assert.equal([(await mark()).status, (await mark()).body.error_code], [404, 'NOTIF_003'])
  const told = await until(
    () => admin.get(`/audit/notifications/${notification_id}`),
    answer => answer.body.state !== undefined,
  )
  assert.is(told.body.state.user_id, '[erased]')
  const exportedNow = (await exportOf(person)).body
  for (const words of [title, body, data.said])
    for (const answer of [told.body, exportedNow]) assert.not(JSON.stringify(answer).includes(words), words)
  assert.not(JSON.stringify(told.body).includes(person))
  assert.not(JSON.stringify(exportedNow).includes(notification_id))
  // The same key, had there been one, and the same user are somebody else's from now on; others' are untouched.
  assert.is(
    (await execute.load(notifications, notifications.parseNotificationId(theirs.body.notification_id)!)).state.status,
    'unread',
  )
  await register(deviceOf(person))
  const anew = await admin.post('/notifications/send', asked)
  assert.is(anew.status, 200)
  assert.is((await admin.get(`/notifications/history?user_id=${encodeURIComponent(person)}`)).body.unread_count, 1)
})

test('an erased person is unknown: neither devices nor notifications lead to them', async () => {
  const person = personOf('Zacharias')
  const device = deviceOf(person)
  await register(device)
  const key = { 'Idempotency-Key': randomUUID() }
  const alert = messageTo(person, { category: 'fraud_alert', data: { alert_id: `alert ${person}` } })
  const [keyed, alerted] = [
    await admin.post('/notifications/send', messageTo(person), key),
    await admin.post('/notifications/send', alert),
  ]
  assert.equal([keyed.status, alerted.status], [200, 200])
  const [event] = await store.read(notifications.stream(notifications.parseNotificationId(keyed.body.notification_id)!))
  const subject = subjectOf((event!.data as { text_sealed: string }).text_sealed)!
  await exported(person, keyed.body.notification_id)
  await eraseWhole(person)
  const refused = async (body: object, headers?: Record<string, string>) => {
    const answer = await admin.post('/notifications/send', body, headers)
    return [answer.status, answer.body.error_code, answer.body.details?.field]
  }
  const unknown = [404, 'NOTIF_004', 'user_id']
  assert.equal(await refused(messageTo(person)), unknown)
  assert.equal(await refused(alert), unknown)
  assert.equal(await refused(messageTo(person), key), [422, 'IDEMPOTENCY_KEY_REUSED', 'Idempotency-Key'])
  assert.equal(await keysOf(subject), 0)
  for (const path of ['/notifications/history', '/notifications/devices']) {
    const { status, body } = await admin.get(`${path}?user_id=${encodeURIComponent(person)}`)
    assert.equal([status, body.data], [200, []])
  }
  const unregistered = await admin.send('DELETE', `/notifications/devices/dev_${idOf(device.device_id)}`)
  assert.equal([unregistered.status, unregistered.body.error_code], [404, 'NOTIF_002'])
  // Who comes back is somebody new, who was told nothing of it yet.
  await register(device)
  const anew = await admin.post('/notifications/send', alert)
  assert.is(anew.status, 200)
  assert.is.not(anew.body.notification_id, alerted.body.notification_id)
  await admin.send('DELETE', `/notifications/devices/dev_${idOf(device.device_id)}`)
  assert.equal(await refused(messageTo(person)), [404, 'NOTIF_002', 'user_id'])
})

test('a restricted user is notified of nothing, and their notifications are in no list', async () => {
  const person = personOf('Wilma')
  const device = deviceOf(person)
  await register(device)
  const { body } = await admin.post('/notifications/send', messageTo(person))
  await exported(person, device.device_id)
  await until(
    () => erase(admin, person, 'aml_retention'),
    ({ status }) => status === 202,
  )
  const refused = await admin.post('/notifications/send', messageTo(person))
  assert.equal(
    [refused.status, refused.body.error_code, refused.body.details.field],
    [400, 'INVALID_REQUEST', 'user_id'],
  )
  const all = await admin.post('/notifications/read-all', { user_id: person })
  assert.equal([all.status, all.body.error_code], [400, 'INVALID_REQUEST'])
  const listed = await until(
    () => admin.get(`/notifications/history?user_id=${encodeURIComponent(person)}`),
    answer => answer.body.data.length === 0,
  )
  assert.is(listed.body.unread_count, 0)
  await until(
    () => execute.load(notifications, notifications.parseNotificationId(body.notification_id)!),
    ({ state }) => isNotification(state) && state.deliveries.every(({ status }) => status !== 'queued'),
  )
})

test('a restriction in the middle of a send: nothing is left to go out, whichever is first', async () => {
  const person = personOf('Vera')
  await register(deviceOf(person))
  const whose = { client_id, user_id: person }
  const of = createNotificationService(service.service)
  // The request is let in, and the restriction is there before its event is recorded.
  const run: typeof execute.run = async (family, id, ...rest) => {
    if (family.prefix === notifications.prefix) {
      await erase(admin, person, 'aml_retention')
      await until(
        () => execute.load(subjects, subjects.id(whose)),
        ({ state }) => state.status !== 'absent',
      )
    }
    return execute.run(family, id, ...rest)
  }
  const context = {
    ...{ actor: { sub: 'usr_1', client_id, role: 'admin' }, request_id: 'req', command_id: randomUUID() },
    ...{ correlation_id: 'req', causation_id: null, now: service.service.now() },
  }
  const key = randomUUID()
  const asked = { key, body: SendNotificationBody.parse(messageTo(person)) }
  const answer = await sendNotification({ ...of, execute: { ...execute, run } }, context, asked).catch(error => error)
  assert.ok(answer instanceof Rejection && answer.details.field === 'user_id', `${answer}`)
  const { state } = await execute.load(notifications, notifications.ofKey(client_id, key, 0))
  assert.ok(isNotification(state))
  assert.is(state.deliveries.length, 1)
  // By the erasure itself, or by the queue, which looks again whether there is a device.
  for (const delivery of state.deliveries)
    assert.ok(
      delivery.status === 'failed' && ['erasure', 'no_device'].includes(delivery.reason),
      JSON.stringify(delivery),
    )
})

test('the rebuilt lists equal the present ones', () =>
  areAsRebuilt(service, ['push_devices', 'notifications', 'history']))

test.run()
