import { deviceStreams, type PushPlatform } from '#domain/notifications/devices/events.ts'
import { notificationStreams } from '#domain/notifications/notifications/events.ts'
import { createCounters } from '#edge/rate-limits/counters.ts'
import type { Service } from '#service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { createSendLimiter, type SendLimiter } from './send-limiter.ts'
import { createTokenOwners, type TokenOwners } from './token-owners.ts'

export type NotificationService = Service & {
  owners: TokenOwners
  sendLimiter: SendLimiter
  /** The reason; null while a network of these platforms accepts messages. */
  unavailable(platforms: readonly PushPlatform[]): Promise<string | null>
  /** Waits until the read model `notifications` contains what is recorded by now. */
  waitForNotifications(): Promise<unknown>
  /** The same for devices in the index of the streams of persons. */
  waitForDeviceStreams(): Promise<unknown>
}

export function createNotificationService(
  service: Service,
  { unavailable = async () => null }: Partial<Pick<NotificationService, 'unavailable'>> = {},
): NotificationService {
  const { db } = service
  const waitFor = (name: string, prefix: string) => () => waitForCheckpoint(service, { name, prefixes: [prefix] })
  return {
    ...service,
    ...{ owners: createTokenOwners(db), sendLimiter: createSendLimiter(createCounters(db)), unavailable },
    waitForNotifications: waitFor('notifications', notificationStreams.prefix),
    waitForDeviceStreams: waitFor('subject_streams', deviceStreams.prefix),
  }
}
