import { PLATFORMS, type PushPlatform } from '#domain/notifications/devices/events.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { createDelivery } from './deliver-notification.ts'
import { observePush } from './metrics.ts'
import type { NetworkStanding } from './network-standing.ts'
import { createPushDesk } from './push-desk.ts'
import type { PushNetworks } from './push-networks.ts'
import type { PushService } from './push-process.ts'

/** The service of the processes that push, and what an operator should know of the networks. */
export function pushService(
  service: NotificationService,
  networks: PushNetworks,
  standing: NetworkStanding,
): PushService & { notes(): Promise<string[]> } {
  const observer = observePush(service)
  const deskOf = (platform: PushPlatform) => createPushDesk(service, platform, { networks, standing, observer })
  const desks = { ios: deskOf('ios'), android: deskOf('android') }
  return {
    ...service,
    deliver: {
      ios: createDelivery(service, 'ios', desks.ios),
      android: createDelivery(service, 'android', desks.android),
    },
    notes: async () => PLATFORMS.flatMap(platform => desks[platform].notes()),
  }
}

/** Why none of these platforms' networks takes anything now; null while one of them does. */
export function createUnavailable(networks: PushNetworks, standing: NetworkStanding) {
  return async (platforms: readonly PushPlatform[]): Promise<string | null> => {
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
