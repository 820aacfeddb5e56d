import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { readRunningStores } from '#embedded/running-stores.ts'
import { until } from '../../harness/client.ts'
import { depth } from '../../harness/depth.ts'
import { apnsForTest, fcmForTest, refuse } from '../../harness/push-servers.ts'
import { startTestService } from '../../harness/service.ts'
import { type SpawnedService, spawnService } from '../../harness/spawned-service.ts'
import { suite } from '../../harness/suite.ts'
import { androidToken, iosToken } from './device-samples.ts'
import { pushTest } from './push-service.ts'

/**
 * The process that sends is killed at any instant while notifications go out. DEPTH=full with PUSH_SENDS=5000 is the
 * whole run.
 */
const test = suite('push delivery under kills')
const KILLS = depth(2, 20)
const SENDS = Number(process.env.PUSH_SENDS ?? 300)
/** Of a life: from before it follows the log to well into its work. */
const LIFE_MS_MAX = 1_500
const USERS = 20
const AT_ONCE = 8
const ARRIVED_MS_MAX = 60_000 + SENDS * 50

const [apns, fcm] = await Promise.all([apnsForTest(), fcmForTest()])
const service = await startTestService({ ROLES: 'api,projector' })
test.after(async () => {
  await service.end()
  await Promise.all([apns.server.close(), fcm.server.close()])
})
const { admin } = service
const { config } = service.service
const push = pushTest(service.service, admin, (await admin.get('/api/auth/me')).body.client_id)

/**
 * Phones of every fourth user, with since when they are dead, in milliseconds from now: what is for them goes on to
 * the user's tablet. A time before the registration keeps the device, so that APNs refuses each message.
 */
const dead = new Map<string, number>()
apns.respond(({ token }) =>
  dead.has(token) ? refuse(410, 'Unregistered', { timestamp: Date.now() + (dead.get(token) ?? 0) }) : { do: 'accept' },
)

/** A process of its own on the same stores that does nothing but what is due. */
function startSender(): Promise<SpawnedService> {
  const folder = service.environment.DATA_DIR!
  const { eventStoreUrl = '', databaseUrl = '' } = readRunningStores(folder) ?? {}
  const NODE_EXTRA_CA_CERTS = join(folder, 'push-ca.pem')
  writeFileSync(NODE_EXTRA_CA_CERTS, `${apns.caPem}\n${fcm.caPem}`)
  return spawnService({
    ...service.environment,
    ...{ ROLES: 'reactor', PORT: '0', EVENTSTORE_URL: eventStoreUrl, DATABASE_URL: databaseUrl, NODE_EXTRA_CA_CERTS },
    ...{ MASTER_KEY: config.MASTER_KEY.toString('base64'), JWT_KEYS: JSON.stringify(config.JWT_KEYS) },
    ...{ AUDIT_KEYS: JSON.stringify(config.AUDIT_KEYS), ...apns.environment(folder), ...fcm.environment(folder) },
  })
}

test(`${KILLS} kills: each of ${SENDS} notifications arrives, a repeat under its collapse id, and none is left queued`, async () => {
  const tablets = new Map<string, Awaited<ReturnType<typeof push.device>>>()
  const phones = await Promise.all(
    Array.from({ length: USERS }, async (_, n) => {
      const user = `user_${randomUUID()}`
      if (n % 2 === 1) return push.device(user, 'android', androidToken())
      const phone = await push.device(user, 'ios', iosToken())
      if (n % 4 === 0) {
        dead.set(phone.push_token, n % 8 === 0 ? 1_000 : -3_600_000)
        tablets.set(phone.device, await push.device(user, 'android', androidToken()))
      }
      return phone
    }),
  )
  const told: { id: string; phone: (typeof phones)[number] }[] = []
  let isOver = false
  const tellAll = async () => {
    let next = 0
    const worker = async () => {
      for (let n = next++; n < SENDS; n = next++) {
        const phone = phones[n % phones.length]!
        told.push({ id: await push.tell(phone), phone })
        // Spread over the lives.
        await delay(Math.random() * 2 * AT_ONCE * ((KILLS * LIFE_MS_MAX) / 2 / SENDS))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    isOver = true
  }
  const telling = tellAll()
  for (let life = 0; life < KILLS; life += 1) {
    const sender = await startSender()
    await delay(Math.random() * LIFE_MS_MAX)
    sender.child.kill('SIGKILL')
    await sender.gone
  }
  await telling
  assert.ok(isOver)
  const last = await startSender()
  try {
    for (const { id, phone } of told)
      await until(
        () => push.outcome(id, tablets.get(phone.device) ?? phone),
        outcome => outcome === 'sent',
        ARRIVED_MS_MAX,
      )
  } finally {
    last.child.kill('SIGTERM')
    await last.gone
  }
  const came = new Map<string, Set<string>>()
  const arrivals = [
    ...apns.server
      .requests()
      .filter(({ token }) => !dead.has(token))
      .map(({ payload, headers }) => ({
        id: (payload as { notification_id: string }).notification_id,
        collapse: headers['apns-collapse-id'] ?? '',
      })),
    ...fcm.server.requests().map(({ payload }) => {
      const { data, android } = payload as {
        data: { notification_id: string }
        android: { collapse_key: string; notification: { tag: string } }
      }
      return { id: data.notification_id, collapse: `${android.collapse_key}` }
    }),
  ]
  for (const { id, collapse } of arrivals) came.set(id, (came.get(id) ?? new Set()).add(collapse))
  assert.is(told.length, SENDS)
  for (const { id } of told) assert.equal([...(came.get(`ntf_${id}`) ?? [])], [`ntf_${id}`])
  console.log(`${arrivals.length} arrivals of ${SENDS} notifications, ${KILLS} kills`)
})

test.run()
