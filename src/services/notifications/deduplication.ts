import { type NotificationCategory, notificationStreams } from '#domain/notifications/notifications/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Person } from '#values/person.ts'
import type { NotificationService } from './notification-service.ts'
import { readNotification, type SealedNotification } from './read-notification.ts'
import { openText } from './sealing.ts'

/** Within this time, the same alert in the same category is sent once. */
const ALERT_WINDOW_MS = 60_000

/** `id(use)`: the stream id of each use; the next use begins when `windowMs` of the last one is over. */
export type DeduplicationKey = { by: 'key' | 'alert'; id(use: number): string; windowMs: number }

type SendIdentity = { key: string | null; category: NotificationCategory; alert_id: string | undefined }

/** The caller's key, else the alert; null when the request has neither and is always new. */
export function deduplicationKeyOf(
  { config }: Pick<NotificationService, 'config'>,
  person: Person,
  request: SendIdentity,
): DeduplicationKey | null {
  const { key, category, alert_id } = request
  if (key !== null)
    return {
      ...{ by: 'key', windowMs: config.IDEMPOTENCY_TTL_S * 1_000 },
      id: use => notificationStreams.ofKey(person.client_id, key, use),
    }
  if (alert_id === undefined) return null
  return {
    by: 'alert',
    windowMs: ALERT_WINDOW_MS,
    id: use => notificationStreams.ofAlert(person, category, alert_id, use),
  }
}

/** The notification of the window, else the next id. Erased alerts do not count: the user may be another person. */
export async function findEarlierSend(
  service: Pick<NotificationService, 'execute' | 'vault' | 'log'>,
  { by, id, windowMs }: DeduplicationKey,
  now: Context['now'],
): Promise<SealedNotification | { next: string }> {
  const lastSend = await findLastUse(use => readNotification(service, id(use)))
  if (lastSend === null) return { next: id(0) }
  const hasExpired = now.getTime() - Date.parse(lastSend.found.notification.queued_at) >= windowMs
  const isErased = by === 'alert' && (await openText(service, lastSend.found.id, lastSend.found.text_sealed)) === null
  return hasExpired || isErased ? { next: id(lastSend.use + 1) } : lastSend.found
}

/** Uses have no gaps, so doubling the step and then bisecting finds the last: a key may be used for years. */
async function findLastUse<T>(read: (use: number) => Promise<T | null>): Promise<{ use: number; found: T } | null> {
  const first = await read(0)
  if (first === null) return null
  let last = { use: 0, found: first }
  let end = Number.POSITIVE_INFINITY
  for (let step = 1; last.use + 1 < end; ) {
    const use = end === Number.POSITIVE_INFINITY ? last.use + step : Math.floor((last.use + end) / 2)
    const found = await read(use)
    if (found === null) end = use
    else last = { use, found }
    step *= 2
  }
  return last
}
