import { PLATFORMS, type PushPlatform } from '#domain/notifications/devices/events.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { observePush } from './metrics.ts'
import type { NetworkStatusStore } from './network-status.ts'
import { createNotificationDelivery } from './notification-delivery.ts'
import { createPushClient } from './push-client.ts'
import type { PushNetworks } from './push-networks.ts'
import type { PushService } from './push-process.ts'

export function createPushService(
  service: NotificationService,
  networks: PushNetworks,
  networkStatus: NetworkStatusStore,
): PushService & { notes(): Promise<string[]> } {
  const observer = observePush(service)
  const createClient = (platform: PushPlatform) =>
    createPushClient(service, platform, { networks, networkStatus, observer })
  const clients = { ios: createClient('ios'), android: createClient('android') }
  return {
    ...service,
    deliver: {
      ios: createNotificationDelivery(service, 'ios', clients.ios),
      android: createNotificationDelivery(service, 'android', clients.android),
    },
    notes: async () => PLATFORMS.flatMap(platform => clients[platform].notes()),
  }
}

export function createOutageCheck(networks: PushNetworks, networkStatus: NetworkStatusStore) {
  return async (platforms: readonly PushPlatform[]): Promise<string | null> => {
    const outages = await networkStatus.listDown()
    const reasons = platforms.map(platform => {
      const missing = networks.missingVariables(platform)
      if (missing !== null) return `${platform} is not configured: ${missing.join(', ')}`
      const reason = outages.get(platform)
      return reason === undefined ? null : `the push network of ${platform} is unavailable: ${reason}`
    })
    return reasons.some(reason => reason === null) ? null : reasons.join('; ')
  }
}
