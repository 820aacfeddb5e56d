import { notificationStreams } from '#domain/notifications/notifications/events.ts'
import { causeOf } from '#reactions/due-work.ts'
import type { Reaction } from '#reactions/reaction.ts'
import { PUSH_QUEUES, pushId, RETARGET_QUEUES } from './push-queues.ts'
import { PUSHER, PUSHER_VERSION } from './pusher-version.ts'

/** Whoever is told waits for it, and each wait comes before the next one: what comes together is taken together all the same. */
const REST_MS = 15

/**
 * A notification is owed to each of its devices from the moment it is queued, or goes on to them. Until when it is held
 * back, delivery sees by the clock: counted from when it is read here it would be late by as much as that is.
 */
export const pushOnNotificationQueued: Reaction = {
  name: PUSHER,
  version: PUSHER_VERSION,
  prefixes: [notificationStreams.prefix],
  restMs: REST_MS,
  due(logged) {
    const event = notificationStreams.parse(logged)
    if (event.type !== 'NotificationQueued' && event.type !== 'NotificationRetargeted') return []
    const queues = event.type === 'NotificationQueued' ? PUSH_QUEUES : RETARGET_QUEUES
    const id = notificationStreams.idOf(event)
    return event.data.targets.map(({ device, platform }) => ({
      ...{ ...causeOf(event), queue: queues[platform], id: pushId(id, device), dueInMs: 0 },
    }))
  },
  strikes(event) {
    if (event.type === 'NotificationQueued') return []
    const { data } = notificationStreams.parse(event)
    if (!('device' in data)) return []
    const id = pushId(notificationStreams.idOf(event), data.device)
    return [PUSH_QUEUES, RETARGET_QUEUES].map(queues => ({ queue: queues[data.platform], id }))
  },
}
