import { notificationStreams } from '#domain/notifications/notifications/events.ts'
import { causeOf } from '#reactions/due-work.ts'
import type { Reaction } from '#reactions/reaction.ts'
import { PUSH_QUEUES, pushId } from './push-queues.ts'

/** Whoever is told waits for it, and each wait comes before the next one: what comes together is taken together all the same. */
const REST_MS = 15

/**
 * A notification is owed to each of its devices from the moment it is queued. Until when it is held back, delivery sees by the clock: counted from
 * when it is read here it would be late by as much as that is.
 */
export const pushOnNotificationQueued: Reaction = {
  name: 'push-notifications',
  prefixes: [notificationStreams.prefix],
  restMs: REST_MS,
  due(logged) {
    const event = notificationStreams.parse(logged)
    if (event.type !== 'NotificationQueued') return []
    const { targets } = event.data
    const id = notificationStreams.idOf(event)
    return targets.map(({ device, platform }) => ({
      ...{ ...causeOf(event), queue: PUSH_QUEUES[platform], id: pushId(id, device), dueInMs: 0 },
    }))
  },
  strikes(event) {
    if (event.type === 'NotificationQueued') return []
    const { data } = notificationStreams.parse(event)
    if (!('device' in data)) return []
    return [{ queue: PUSH_QUEUES[data.platform], id: pushId(notificationStreams.idOf(event), data.device) }]
  },
}
