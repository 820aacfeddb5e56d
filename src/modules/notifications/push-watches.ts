import { PLATFORMS, type Platform } from '#domain/notifications/devices/events.ts'
import { notifications } from '#domain/notifications/notifications/decider.ts'
import { deliveryTo, isNotification } from '#domain/notifications/notifications/state.ts'
import { notificationsList } from '#projections/notifications/notifications.ts'
import { listUndelivered } from '#queries/notifications/list-undelivered.ts'
import { type Arming, causeOf } from '#reactions/due-work.ts'
import type { Candidate, WatchRule } from '#reactions/reaction.ts'
import type { NotificationService } from './notification-service.ts'
import { PUSH_QUEUES, partsOf, pushId } from './push-queues.ts'

/** What is left is found by the next look. */
const FOUND_MAX = 500

/** Which notifications are owed to devices and due to none, told from the read model and decided by the streams. */
export function pushWatches({ execute, store }: Pick<NotificationService, 'execute' | 'store'>): WatchRule[] {
  async function owed({ id, stream }: Candidate): Promise<Arming | null> {
    const { notification, device } = partsOf(id)
    const { state } = await execute.load(notifications, notification)
    const delivery = isNotification(state) ? deliveryTo(state, device) : undefined
    const [queued] = await store.read(stream)
    if (delivery?.status !== 'queued' || queued === undefined) return null
    return { ...causeOf(queued), queue: PUSH_QUEUES[delivery.platform], id, dueInMs: 0 }
  }

  async function* undelivered(
    db: NotificationService['db'],
    { olderThanMs }: Parameters<WatchRule['open']>[1],
    platform: Platform,
  ): AsyncGenerator<Candidate[]> {
    const queues = Object.values(PUSH_QUEUES)
    for (const id of await listUndelivered(db, { queues, olderThanMs, limit: FOUND_MAX })) {
      const { state } = await execute.load(notifications, id)
      if (!isNotification(state)) continue
      const open = state.deliveries.filter(delivery => delivery.status === 'queued' && delivery.platform === platform)
      yield open.map(({ device }) => ({ id: pushId(id, device), stream: notifications.stream(id) }))
    }
  }

  return PLATFORMS.map(platform => ({
    queue: PUSH_QUEUES[platform],
    readModels: [notificationsList],
    open: (db, look) => undelivered(db, look, platform),
    owed,
  }))
}
