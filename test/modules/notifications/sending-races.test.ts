import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { notifications } from '#domain/notifications/notifications/decider.ts'
import { start } from '#main.ts'
import { readServiceConfig } from '#service-config.ts'
import { type Answer, logIn, until } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { ADMIN, logInUnlimited, sharedKeys, testEnvironment } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { runningStores } from '../../projector/running-stores.ts'
import { deviceOf, messageTo } from './device-samples.ts'

/** Three instances on the same stores: what many who send and read at once may not bring about. */
const test = suite('notifications over three instances')
const ROUNDS = 8
const stores = await runningStores()
const environment = testEnvironment({
  ...stores.urls,
  ...sharedKeys(),
})
const instances = [await start(readServiceConfig({ ...environment, ROLES: 'api,projector' }), { log: testLog() })]
for (const ROLES of ['api', 'api'])
  instances.push(await start(readServiceConfig({ ...environment, ROLES }), { log: testLog() }))
const { store, db } = instances[0]!.service
await logInUnlimited(instances[0]!.url)
const clients = await Promise.all(instances.map(({ url }) => logIn(url, ADMIN.email, ADMIN.password)))
test.after(async () => {
  for (const instance of instances.toReversed()) await instance.stop()
  await stores.stop()
})

// A list is built at the first start.
await until(
  () => clients[0]!.get('/notifications/history?user_id=nobody'),
  ({ status }) => status === 200,
)

async function userWithDevice() {
  const user_id = `user_${randomUUID()}`
  assert.is((await clients[0]!.post('/notifications/devices', deviceOf(user_id))).status, 200)
  return user_id
}
const send = (n: number, body: object, key?: string) =>
  clients[n % 3]!.post('/notifications/send', body, key === undefined ? {} : { 'Idempotency-Key': key })
const history = async (user_id: string, query = '') =>
  (await clients[0]!.get(`/notifications/history?user_id=${user_id}&limit=100${query}`)).body
const idsOf = (answers: readonly Answer[]) => [
  ...new Set(answers.map(({ status, body }) => (status === 200 ? body.notification_id : JSON.stringify(body)))),
]
const typesOf = async (notification_id: string) =>
  (await store.read(notifications.stream(notifications.parseNotificationId(notification_id)!))).map(({ type }) => type)

test('concurrent requests with one key are one notification with one response', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const user_id = await userWithDevice()
    const [body, key] = [messageTo(user_id), randomUUID()]
    const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => send(n, body, key)))
    const [id, ...others] = idsOf(answers)
    assert.equal(others, [])
    assert.is(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
    assert.equal(await typesOf(id!), ['NotificationQueued'])
    assert.is((await history(user_id)).pagination.total_items, 1)
  }
})

test('of two different requests with one key at once one is sent, and the other is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const user_id = await userWithDevice()
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => send(n, messageTo(user_id), key)))
    assert.equal(answers.map(({ status, body }) => body.error_code ?? status).toSorted(), [
      200,
      ...Array(5).fill('IDEMPOTENCY_KEY_REUSED'),
    ])
    assert.is((await history(user_id)).pagination.total_items, 1)
  }
})

test('one alert without a key at once by everybody is one notification', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const user_id = await userWithDevice()
    const alert = () => messageTo(user_id, { category: 'fraud_alert', data: { alert_id: 'a1' } })
    const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => send(n, alert())))
    const [id, ...others] = idsOf(answers)
    assert.equal(others, [])
    assert.equal(await typesOf(id!), ['NotificationQueued'])
  }
})

test('a user gets 60 notifications in a minute over all instances, and a repeat does not count', async () => {
  const user_id = await userWithDevice()
  // Within one minute of the clock that they share.
  const minuteOf = () => Math.floor(instances[0]!.service.now().getTime() / 60_000)
  await until(
    async () => instances[0]!.service.now().getTime() % 60_000,
    ms => ms < 20_000,
    60_000,
  )
  const minute = minuteOf()
  const [body, key] = [messageTo(user_id), randomUUID()]
  const repeated = await Promise.all(Array.from({ length: 9 }, (_, n) => send(n, body, key)))
  assert.is(idsOf(repeated).length, 1)
  const answers = await Promise.all(Array.from({ length: 90 }, (_, n) => send(n, messageTo(user_id), randomUUID())))
  if (minuteOf() !== minute) return assert.unreachable('the machine took more than 40 s')
  const told = answers.filter(({ status }) => status === 200).length
  const refused = answers.filter(({ status, body }) => status === 429 && body.error_code === 'NOTIF_007').length
  assert.equal([told, refused], [59, 31])
  assert.is((await history(user_id)).pagination.total_items, 60)
})

test('marks of many at once, also of the same ones: what counts as unread is what is unread, and each was read once', async () => {
  const user_id = await userWithDevice()
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => send(n, messageTo(user_id), randomUUID())))
  const ids = idsOf(answers)
  assert.is(ids.length, 40)
  const mark = (n: number, id: string) => clients[n % 3]!.post(`/notifications/${id}/read`)
  const marks = ids.slice(0, 25).flatMap((id, n) => [mark(n, id), mark(n + 1, id), mark(n + 2, id)])
  for (const { status } of await Promise.all(marks)) assert.is(status, 200)
  const Row = z.object({ unread: z.coerce.number() })
  const rows = () =>
    db.oneFirst(sql.type(Row)`
      select count(*) as unread from read.notifications where user_id = ${user_id} and read_at is null`)
  const { unread_count, pagination } = await history(user_id, '&unread_only=true')
  assert.equal([unread_count, pagination.total_items, await rows()], [15, 15, 15])
  for (const id of ids.slice(0, 25)) assert.equal(await typesOf(id), ['NotificationQueued', 'NotificationRead'])
  // And all of the rest by everybody at once, while more comes.
  const [all, more] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, (_, n) => clients[n % 3]!.post('/notifications/read-all', { user_id }))),
    Promise.all(Array.from({ length: 6 }, (_, n) => send(n, messageTo(user_id)))),
  ])
  for (const { status, body } of all) assert.is(status, 200, JSON.stringify(body))
  const after = await history(user_id)
  const unread = after.data.filter(({ read_at }: { read_at: string | null }) => read_at === null).length
  assert.equal([after.unread_count, unread, await rows()], [unread, unread, unread])
  const marked = all.reduce((sum, { body }) => sum + body.marked, 0)
  assert.is(marked, 15 + more.length - unread)
  const { body: last } = await clients[1]!.post('/notifications/read-all', { user_id })
  assert.equal(last, { marked: unread, unread_count: 0 })
  for (const id of [...ids, ...idsOf(more)]) assert.equal(await typesOf(id), ['NotificationQueued', 'NotificationRead'])
})

test.run()
