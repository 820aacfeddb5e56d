import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import type { SandboxReply } from '#embedded/push/responder.ts'
import { startTestNode } from '../../edge/eventstore/harness.ts'
import { client, until } from '../../harness/client.ts'
import { processesIn, whileFrozen } from '../../harness/processes.ts'
import { apnsForTest, fcmForTest, refuse } from '../../harness/push-servers.ts'
import { startTestService } from '../../harness/service.ts'
import { silentLine } from '../../harness/silent-line.ts'
import { suite } from '../../harness/suite.ts'
import { androidToken, iosToken } from './device-samples.ts'
import { modulesSendingBy, pushTest } from './push-service.ts'

/**
 * A push network that fails in every way while the other one goes on, and stores that are away while both are well.
 * PUSH_BURST=2000 PUSH_DOWN_MS=60000 is the whole run.
 */
const test = suite('push networks that fail')
const BURST = Number(process.env.PUSH_BURST ?? 100)
const DOWN_MS = Number(process.env.PUSH_DOWN_MS ?? 3_000)
const ARRIVED_MS_MAX = 120_000 + BURST * 50
const [apns, fcm, node] = await Promise.all([apnsForTest(), fcmForTest(), startTestNode()])
/** FCM is asked through a line that can be cut. */
let line = await silentLine(fcm.server.port)
const lined = { ...fcm, access: { ...fcm.access, endpoint: `https://127.0.0.1:${line.port}` } }
const service = await startTestService({ EVENTSTORE_URL: node.url }, { modules: modulesSendingBy(apns, lined) })
const { admin } = service
const push = pushTest(service.service, admin, (await admin.get('/api/auth/me')).body.client_id)
test.after(async () => {
  await service.end()
  line.close()
  await Promise.all([apns.server.close(), fcm.server.close(), node.dispose()])
})

const userOf = () => `user_${randomUUID()}`
const phone = await push.device(userOf(), 'ios', iosToken())
const tablet = await push.device(userOf(), 'android', androidToken())
const burst = (to: typeof phone) => Promise.all(Array.from({ length: BURST }, () => push.tell(to)))
const reactor = async () => (await client(service.url).get('/health/ready')).body.parts.reactor

async function allSent(ids: readonly string[], to: typeof phone): Promise<void> {
  for (const id of ids)
    await until(
      () => push.outcome(id, to),
      outcome => outcome === 'sent',
      ARRIVED_MS_MAX,
    )
}

const statuses = async (ids: readonly string[], to: typeof phone) =>
  new Set(await Promise.all(ids.map(id => push.outcome(id, to))))

const faults: [name: string, reply: SandboxReply][] = [
  ['says nothing', { do: 'hang' }],
  ['cuts its connections', { do: 'reset' }],
  ['is not available', refuse(503, 'ServiceUnavailable')],
]
for (const [name, reply] of faults)
  test(`one that ${name} keeps nothing from the other one, loses nothing, and is noted`, async () => {
    apns.respond(() => reply)
    const held = await burst(phone)
    const free = await burst(tablet)
    await allSent(free, tablet)
    assert.equal(await statuses(held, phone), new Set(['queued']))
    await until(reactor, ({ note }) => /push to ios: nothing is sent/.test(note ?? ''))
    apns.respond(() => ({ do: 'accept' }))
    await allSent(held, phone)
    await until(reactor, ({ note }) => note === undefined)
  })

test('a burst that is rate limited again and again is delivered in the end', async () => {
  let met = 0
  apns.respond(() => {
    met += 1
    return met % 50 === 0 ? { do: 'go_away' } : { do: 'accept' }
  })
  await allSent(await burst(phone), phone)
  apns.respond(() => ({ do: 'accept' }))
})

test(`one that is down for ${DOWN_MS} ms has it all afterwards`, async () => {
  line.close()
  const held = await burst(tablet)
  const free = await burst(phone)
  await allSent(free, phone)
  await new Promise(resolve => setTimeout(resolve, DOWN_MS))
  assert.equal(await statuses(held, tablet), new Set(['queued']))
  line = await silentLine(fcm.server.port, line.port)
  await allSent(held, tablet)
})

const stores: [name: string, whileAway: (work: () => Promise<void>) => Promise<void>][] = [
  [
    'the event store',
    async work => {
      await node.end()
      await work().finally(node.start)
    },
  ],
  ['PostgreSQL', work => whileFrozen(processesIn(service.environment.DATA_DIR!, 'postgres'), work)],
]
for (const [name, whileAway] of stores)
  test(`${name} that is away for ${DOWN_MS} ms loses nothing of what is on its way, nor of what is sent meanwhile`, async () => {
    const came = new Map<string, Set<string>>()
    const under = (id: string, collapseId: string) => came.set(id, (came.get(id) ?? new Set<string>()).add(collapseId))
    apns.respond(({ payload, headers }) => {
      under((payload as { notification_id: string }).notification_id, headers['apns-collapse-id'] ?? '')
      // So that some are on their way when the store goes.
      return new Promise<SandboxReply>(resolve => setTimeout(() => resolve({ do: 'accept' }), 20))
    })
    const ids = await burst(phone)
    await until(
      async () => came.size,
      count => count > 0,
    )
    const notification = { title: 'Meanwhile 1', body: 'Meanwhile 2', category: 'system' }
    const send = () => admin.post('/notifications/send', { user_id: phone.user_id, notification })
    let sending: ReturnType<typeof send> | undefined
    await whileAway(async () => {
      sending = send()
      await new Promise(resolve => setTimeout(resolve, DOWN_MS))
    })
    // Who asked meanwhile may have been refused, and asks again.
    const first = await sending!
    const { body } = first.status === 200 ? first : await until(send, ({ status }) => status === 200, ARRIVED_MS_MAX)
    await allSent(ids, phone)
    await allSent([body.notification_id.slice('ntf_'.length)], phone)
    for (const id of ids) assert.equal([...(came.get(`ntf_${id}`) ?? [])], [`ntf_${id}`])
    apns.respond(() => ({ do: 'accept' }))
  })

test('what a process that was killed had found of a network holds until another one has reached it', async () => {
  // A user is told only so much a minute.
  const phone = await push.device(userOf(), 'ios', iosToken())
  await service.service.db.query(sql.unsafe`
    insert into ops.push_networks (platform, reason, shut_until)
    values ('ios', 'ServiceUnavailable', clock_timestamp() + interval '1 hour')`)
  const notification = { title: 'A title 1', body: 'A body 1', category: 'system' }
  const send = () => admin.impatient().post('/notifications/send', { user_id: phone.user_id, notification })
  await until(send, ({ status }) => status === 503)
  await allSent([await push.tell(phone)], phone)
  await until(send, ({ status }) => status === 200)
})

test('sending is refused while no network of any device is available', async () => {
  // A user is told only so much a minute, and each question before the network is found shut is one.
  const phone = await push.device(userOf(), 'ios', iosToken())
  apns.respond(() => refuse(403, 'InvalidProviderToken'))
  await push.tell(phone)
  await until(reactor, ({ note }) => /push to ios: nothing is sent/.test(note ?? ''))
  const send = () =>
    admin.post('/notifications/send', {
      user_id: phone.user_id,
      notification: { title: 'A title', body: 'A body', category: 'system' },
    })
  const { status, body } = await until(send, answer => answer.status === 503)
  assert.equal(
    [status, body.error_code, body.details.reason],
    [503, 'NOTIF_008', 'the push network of ios is unavailable: InvalidProviderToken'],
  )
  const other = { user_id: tablet.user_id, notification: { title: 'A title', body: 'A body', category: 'system' } }
  assert.is((await admin.post('/notifications/send', other)).status, 200)
})

test.run()
