import type { Platform } from '#domain/notifications/devices/events.ts'

/** One for each network, so that one that hangs leaves the others alone. */
export const PUSH_QUEUES = { ios: 'push-ios', android: 'push-android' } as const satisfies Record<Platform, string>

/**
 * Of devices that a notification went on to. A process of the version before does not know these devices and would take
 * the work for done: it works off the other queues only.
 */
export const RETARGET_QUEUES = {
  ios: 'push-ios-retargeted',
  android: 'push-android-retargeted',
} as const satisfies Record<Platform, string>

/** What is due in such a queue: one notification on one device. */
export function pushId(notification: string, device: string): string {
  return `${notification}:${device}`
}

export function partsOf(id: string): { notification: string; device: string } {
  const [notification = '', device = ''] = id.split(':')
  return { notification, device }
}
