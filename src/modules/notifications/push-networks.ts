import { type CompleteConfig, PUSH_VARIABLES } from '#config/config.ts'
import type { PushPlatform } from '#domain/notifications/devices/events.ts'
import { createApnsSender } from '#edge/push/apns.ts'
import { createFcmSender } from '#edge/push/fcm.ts'
import type { PushSender } from '#edge/push/push-sender.ts'
import type { PushNetwork } from '#edge/push/reasons.ts'

export const NETWORK_OF = { ios: 'apns', android: 'fcm' } as const satisfies Record<PushPlatform, PushNetwork>

export type PushNetworks = {
  /** Null when the network is configured. */
  missingVariables(platform: PushPlatform): readonly string[] | null
  /** One sender per network and process, created on first use. */
  sender(platform: PushPlatform): Promise<PushSender>
  close(): Promise<void>
}

export function configuredNetworks({ pushAccess }: Pick<CompleteConfig, 'pushAccess'>): PushNetworks {
  const senders = new Map<PushPlatform, Promise<PushSender>>()

  async function connect(platform: PushPlatform): Promise<PushSender> {
    const { apns, fcm } = pushAccess
    if (platform === 'ios' && apns !== null) return createApnsSender(await apns())
    if (platform === 'android' && fcm !== null) return createFcmSender(await fcm())
    throw new Error(`the push network of ${platform} is not configured`)
  }

  return {
    missingVariables: platform =>
      pushAccess[NETWORK_OF[platform]] === null ? PUSH_VARIABLES[NETWORK_OF[platform]] : null,
    sender(platform) {
      const existing = senders.get(platform)
      if (existing !== undefined) return existing
      const created = connect(platform)
      senders.set(platform, created)
      created.catch(() => senders.delete(platform))
      return created
    },
    async close() {
      for (const result of await Promise.allSettled(senders.values()))
        if (result.status === 'fulfilled') await result.value.close()
    },
  }
}
