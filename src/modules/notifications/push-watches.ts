import { notifications } from '#domain/notifications/notifications/decider.ts'
import type { NotificationEventType } from '#domain/notifications/notifications/events.ts'
import { type Delivery, deliveryTo, isNotification } from '#domain/notifications/notifications/state.ts'
import { notificationsList } from '#projections/notifications/notifications.ts'
import { listUndelivered } from '#queries/notifications/list-undelivered.ts'
import { type Arming, causeOf } from '#reactions/due-work.ts'
import type { Candidate, WatchRule } from '#reactions/reaction.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { PUSH_QUEUES, partsOf, pushId, RETARGET_QUEUES } from './push-queues.ts'

/** What is left is found by the next look. */
const FOUND_MAX = 500

const QUEUES = [PUSH_QUEUES, RETARGET_QUEUES].flatMap(queues => Object.values(queues))

const queueOf = ({ platform, isRetargeted }: Delivery): string =>
  (isRetargeted ? RETARGET_QUEUES : PUSH_QUEUES)[platform]
const causeTypeOf = ({ isRetargeted }: Delivery): NotificationEventType =>
  isRetargeted ? 'NotificationRetargeted' : 'NotificationQueued'

/** Which notifications are owed to devices and due to none, told from the read model and decided by the streams. */
export function pushWatches({ execute, store }: Pick<NotificationService, 'execute' | 'store'>): WatchRule[] {
  async function owed({ id, stream }: Candidate): Promise<Arming | null> {
    const { notification, device } = partsOf(id)
    const { state } = await execute.load(notifications, notification)
    const delivery = isNotification(state) ? deliveryTo(state, device) : undefined
    if (delivery?.status !== 'queued') return null
    const cause = (await store.read(stream)).findLast(({ type }) => type === causeTypeOf(delivery))
    return cause === undefined ? null : { ...causeOf(cause), queue: queueOf(delivery), id, dueInMs: 0 }
  }

  async function* undelivered(
    db: NotificationService['db'],
    { olderThanMs }: Parameters<WatchRule['open']>[1],
    queue: string,
  ): AsyncGenerator<Candidate[]> {
    for (const id of await listUndelivered(db, { queues: QUEUES, olderThanMs, limit: FOUND_MAX })) {
      const { state } = await execute.load(notifications, id)
      if (!isNotification(state)) continue
      const open = state.deliveries.filter(delivery => delivery.status === 'queued' && queueOf(delivery) === queue)
      yield open.map(({ device }) => ({ id: pushId(id, device), stream: notifications.stream(id) }))
    }
  }

  return QUEUES.map(queue => ({
    queue,
    readModels: [notificationsList],
    open: (db, look) => undelivered(db, look, queue),
    owed,
  }))
}
