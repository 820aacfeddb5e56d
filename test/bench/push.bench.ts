import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { z } from 'zod'
import type { PushPlatform } from '#domain/notifications/devices/events.ts'
import { createApnsSender } from '#edge/push/apns.ts'
import { createFcmSender } from '#edge/push/fcm.ts'
import { messageOf } from '../edge/push/messages.ts'
import { until } from '../harness/client.ts'
import { apnsForTest, fcmForTest } from '../harness/push-servers.ts'
import { startTestService } from '../harness/service.ts'
import { androidToken, iosToken } from '../modules/notifications/device-samples.ts'
import { modulesSendingBy, pushTest } from '../modules/notifications/push-service.ts'
import { figure, percentile, perSecond, round, timed } from './figures.ts'

export const name = 'Push notifications, with both networks in the same process'

const SENDS = Number(process.env.BENCH_PUSH_SENDS ?? 2_000)
const QUEUED = Number(process.env.BENCH_PUSH_QUEUED ?? 100_000)
const AT_ONCE = 64
const PHONES = 200
const STEADY_PER_S = 200
const STEADY_S = 15
const SENT_MS_MAX = 300_000
/** What one takes to be queued, at most, and what is left then. */
const QUEUE_MS = 5
const REST_MS = 3_000
const MB = 1_048_576

export async function bench(): Promise<void> {
  const [apns, fcm] = await Promise.all([apnsForTest(), fcmForTest()])
  const service = await startTestService({}, { modules: modulesSendingBy(apns, fcm) })
  try {
    const { admin } = service
    const { db } = service.service
    const push = pushTest(service.service, admin, (await admin.get('/api/auth/me')).body.client_id)
    const phonesOf = (platform: PushPlatform) =>
      Promise.all(
        Array.from({ length: PHONES }, () =>
          push.device(`user_${randomUUID()}`, platform, platform === 'ios' ? iosToken() : androidToken()),
        ),
      )
    const count = { ios: () => apns.server.requests().length, android: () => fcm.server.requests().length }
    const phones = { ios: await phonesOf('ios'), android: await phonesOf('android') }

    for (const [platform, sender] of [
      ['ios', await createApnsSender(apns.access)],
      ['android', await createFcmSender(fcm.access)],
    ] as const) {
      await sender.send(messageOf({ token: phones[platform][0]!.push_token }))
      const alone = await timed(SENDS, AT_ONCE, n =>
        sender.send(messageOf({ token: phones[platform][n % PHONES]!.push_token })),
      )
      const floor = perSecond(SENDS, alone.ms)
      figure(`${platform}: the library alone, ${AT_ONCE} at once (floor)`, `${round(floor)}/s`)
      await sender.close()

      // Held until all of it is due, so that only what goes out is measured.
      const before = count[platform]()
      const heldUntil = new Date(Date.now() + SENDS * QUEUE_MS + REST_MS)
      await inTurn(SENDS, n => push.tell(phones[platform][n % PHONES]!, { heldUntil }))
      await delay(heldUntil.getTime() - Date.now())
      const since = performance.now()
      await until(
        async () => count[platform](),
        came => came >= before + SENDS,
        SENT_MS_MAX,
      )
      const rate = perSecond(SENDS, performance.now() - since)
      figure(
        `${platform}: the same through the queue`,
        `${round(rate)}/s`,
        `${round((100 * rate) / floor)} % of the library; aim ≥ 50 %`,
      )
    }

    const steady: { id: string; at: number }[] = []
    const begun = performance.now()
    const telling: Promise<unknown>[] = []
    for (let n = 0; n < STEADY_PER_S * STEADY_S; n += 1) {
      await delay(Math.max(0, begun + (n * 1_000) / STEADY_PER_S - performance.now()))
      const platform = n % 2 === 0 ? 'ios' : 'android'
      telling.push(push.tell(phones[platform][n % PHONES]!).then(id => steady.push({ id, at: Date.now() })))
    }
    await Promise.all(telling)
    await delay(2_000)
    const arrived = new Map(
      [...apns.server.requests(), ...fcm.server.requests()].map(({ payload, at }) => {
        const { notification_id, data } = payload as { notification_id?: string; data?: { notification_id: string } }
        return [notification_id ?? data?.notification_id ?? '', Date.parse(at)]
      }),
    )
    const waits = steady.map(({ id, at }) => (arrived.get(`ntf_${id}`) ?? Number.POSITIVE_INFINITY) - at)
    figure(
      `event to receipt at ${STEADY_PER_S}/s`,
      `p95 ${round(percentile(waits, 0.95))} ms`,
      `p50 ${round(percentile(waits, 0.5))} ms; aim p95 ≤ 100 ms`,
    )

    globalThis.gc?.()
    const rss = process.memoryUsage().rss
    await inTurn(QUEUED, n =>
      push.tell(phones.ios[n % PHONES]!, { heldUntil: new Date(Date.now() + SENT_MS_MAX * 100) }),
    )
    const Rows = z.object({ rows: z.int() })
    await until(
      async () =>
        (await db.one(sql.type(Rows)`select count(*)::int as rows from ops.due_work where due_at < 'infinity'`)).rows,
      rows => rows >= QUEUED,
      SENT_MS_MAX,
    )
    figure(
      `memory with ${QUEUED} queued`,
      `${round((process.memoryUsage().rss - rss) / MB)} MB more`,
      'rss of this process',
    )
  } finally {
    await service.end()
    await Promise.all([apns.server.close(), fcm.server.close()])
  }
}

async function inTurn<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  let next = 0
  const worker = async () => {
    for (let n = next++; n < count; n = next++) done.push(await work(n))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return done
}
