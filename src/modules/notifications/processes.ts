import { deviceStreams } from '#domain/notifications/devices/events.ts'
import { TTL_MS_MAX } from '#domain/notifications/notifications/categories.ts'
import { notificationStreams } from '#domain/notifications/notifications/events.ts'
import type { Subscription } from '#reactions/process.ts'
import { deviceProcess } from './device-process.ts'
import { type PushService, pushProcesses } from './push-process.ts'
import {
  PUSH_SUBSCRIPTION,
  PUSH_SUBSCRIPTION_VERSION,
  TRIGGER_SUBSCRIPTION,
  TRIGGER_SUBSCRIPTION_VERSION,
} from './subscription-versions.ts'
import { NOTIFY_PREFIXES, notifyProcesses } from './triggers/notify-process.ts'

/** Short, because a user waits for each notification; it still batches concurrent events. */
const PUSH_BATCH_DELAY_MS = 15

export const notificationSubscriptions: readonly Subscription<PushService>[] = [
  { name: 'push-devices', prefixes: [deviceStreams.prefix], processes: [deviceProcess] },
  {
    name: TRIGGER_SUBSCRIPTION,
    version: TRIGGER_SUBSCRIPTION_VERSION,
    prefixes: NOTIFY_PREFIXES,
    ageMsMax: TTL_MS_MAX,
    processes: notifyProcesses,
  },
  {
    name: PUSH_SUBSCRIPTION,
    version: PUSH_SUBSCRIPTION_VERSION,
    prefixes: [notificationStreams.prefix],
    batchDelayMs: PUSH_BATCH_DELAY_MS,
    processes: pushProcesses,
  },
]
