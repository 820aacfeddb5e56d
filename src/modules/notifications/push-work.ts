import { PLATFORMS, type Platform } from '#domain/notifications/devices/events.ts'
import type { DueWorkParts } from '#reactions/reaction.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { createDelivery } from './deliver-notification.ts'
import { observePush } from './metrics.ts'
import type { NetworkStanding } from './network-standing.ts'
import { createPushDesk } from './push-desk.ts'
import type { PushNetworks } from './push-networks.ts'
import { PUSH_QUEUES, RETARGET_QUEUES } from './push-queues.ts'
import { pushWatches } from './push-watches.ts'

/** A network that is away for long has its notes; this is for when nobody asks it at all. */
const LAG_MS_MAX = 600_000

/** Who brings notifications to the push networks. */
export function pushWork(
  service: NotificationService,
  networks: PushNetworks,
  standing: NetworkStanding,
): DueWorkParts {
  const observer = observePush(service)
  const desks = PLATFORMS.map(platform => ({
    platform,
    desk: createPushDesk(service, platform, { networks, standing, observer }),
  }))
  return {
    queues: desks.flatMap(({ platform, desk }) => {
      const step = createDelivery(service, platform, desk)
      const names = [PUSH_QUEUES[platform], RETARGET_QUEUES[platform]]
      return names.map(name => ({ name, step, lagMsMax: LAG_MS_MAX }))
    }),
    watches: pushWatches(service),
    notes: async () => desks.flatMap(({ desk }) => desk.notes()),
  }
}

/** Why none of these platforms' networks takes anything now; null while one of them does. */
export function createUnavailable(networks: PushNetworks, standing: NetworkStanding) {
  return async (platforms: readonly Platform[]): Promise<string | null> => {
    const shut = await standing.shutNow()
    const reasons = platforms.map(platform => {
      const missing = networks.missing(platform)
      if (missing !== null) return `${platform} is not configured: ${missing.join(', ')}`
      const reason = shut.get(platform)
      return reason === undefined ? null : `the push network of ${platform} takes nothing at present: ${reason}`
    })
    return reasons.some(reason => reason === null) ? null : reasons.join('; ')
  }
}
