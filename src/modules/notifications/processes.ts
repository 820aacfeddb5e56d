import { deviceStreams } from '#domain/notifications/devices/events.ts'
import { TTL_MS_MAX } from '#domain/notifications/notifications/categories.ts'
import { notificationStreams } from '#domain/notifications/notifications/events.ts'
import type { Subscription } from '#reactions/process.ts'
import { deviceProcess } from './device-process.ts'
import { type PushService, pushProcesses } from './push-process.ts'
import { PUSHER, PUSHER_VERSION } from './pusher-version.ts'
import { NOTIFY_PREFIXES, notifyProcesses } from './telling/notify-process.ts'
import { TELLER, TELLER_VERSION } from './telling/version.ts'

/**
 * A user waits for each notification, and each wait comes before the next one. Events of one moment are taken together
 * all the same.
 */
const PUSH_REST_MS = 15

export const notificationSubscriptions: readonly Subscription<PushService>[] = [
  { name: 'push-devices', prefixes: [deviceStreams.prefix], processes: [deviceProcess] },
  {
    name: TELLER,
    version: TELLER_VERSION,
    prefixes: NOTIFY_PREFIXES,
    worthMs: TTL_MS_MAX,
    processes: notifyProcesses,
  },
  {
    name: PUSHER,
    version: PUSHER_VERSION,
    prefixes: [notificationStreams.prefix],
    restMs: PUSH_REST_MS,
    processes: pushProcesses,
  },
]
