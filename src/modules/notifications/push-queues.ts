import type { Platform } from '#domain/notifications/devices/events.ts'

/** One for each network, so that one that hangs leaves the others alone. */
export const PUSH_QUEUES = { ios: 'push-ios', android: 'push-android' } as const satisfies Record<Platform, string>

/** What is due in such a queue: one notification on one device. */
export function pushId(notification: string, device: string): string {
  return `${notification}:${device}`
}

export function partsOf(id: string): { notification: string; device: string } {
  const [notification = '', device = ''] = id.split(':')
  return { notification, device }
}
