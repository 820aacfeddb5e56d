import type { Config } from '#config/config.ts'
import { deviceStreams, type PushPlatform } from '#domain/notifications/devices/events.ts'
import { createCounters } from '#edge/rate-limits/counters.ts'
import type { Service } from '#service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { OWN_WRITES_MS_MAX } from './limits.ts'
import { createSendLimiter, type SendLimiter } from './send-limiter.ts'
import { createTokenOwners, type TokenOwners } from './token-owners.ts'

/** What the commands on notifications need besides the service. */
export type NotificationService = Service & {
  config: Config
  owners: TokenOwners
  sendLimiter: SendLimiter
  /** Why none of the networks of these platforms accepts messages now; null while one of them does. */
  unavailable(platforms: readonly PushPlatform[]): Promise<string | null>
  /** Waits until the index of the streams of persons contains all devices. */
  waitForDeviceStreams(): Promise<unknown>
}

export function createNotificationService(
  service: Service,
  { unavailable = async () => null }: Partial<Pick<NotificationService, 'unavailable'>> = {},
): NotificationService {
  const { db } = service
  const waitForDeviceStreams = () =>
    waitForCheckpoint(service, {
      subscription: 'subject_streams',
      prefixes: [deviceStreams.prefix],
      msMax: OWN_WRITES_MS_MAX,
    })
  return {
    ...service,
    owners: createTokenOwners(db),
    sendLimiter: createSendLimiter(createCounters(db)),
    unavailable,
    waitForDeviceStreams,
  }
}
