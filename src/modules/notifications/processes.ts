import { sql } from 'slonik'
import { deviceStreams } from '#domain/notifications/devices/events.ts'
import { TTL_MS_MAX } from '#domain/notifications/notifications/categories.ts'
import { notificationStreams } from '#domain/notifications/notifications/events.ts'
import type { Migration } from '#edge/postgres/schema.ts'
import type { Subscription } from '#reactions/process.ts'
import { deviceProcess } from './device-process.ts'
import { type PushService, pushProcesses } from './push-process.ts'
import { NOTIFY_PREFIXES, notifyProcesses } from './triggers/notify-process.ts'

export const PUSH_SUBSCRIPTION = 'push-notifications'
/** Bump, also in a migration, when more events lead to a send. */
export const PUSH_SUBSCRIPTION_VERSION = 2

/** An instance of the former version would skip retargeted notifications, so it must not lead. */
export const pushSubscriptionMigrations: Migration[] = [
  {
    name: 'notifications-retargeted',
    statements: [
      sql.unsafe`update ops.checkpoints set version = ${2} where name = ${PUSH_SUBSCRIPTION} and version < ${2}`,
    ],
  },
]

export const TRIGGER_SUBSCRIPTION = 'push-tell'
/** Bump, also in a migration, when users are notified of more events. */
export const TRIGGER_SUBSCRIPTION_VERSION = 3

/** An instance of an older version would skip events that it does not know, so it must not lead. */
export const triggerMigrations: Migration[] = [
  {
    name: 'notifications-telling-logins',
    statements: [
      sql.unsafe`update ops.checkpoints set version = ${2} where name = ${TRIGGER_SUBSCRIPTION} and version < ${2}`,
    ],
  },
  {
    name: 'notifications-of-detections',
    statements: [
      sql.unsafe`update ops.checkpoints set version = ${3} where name = ${TRIGGER_SUBSCRIPTION} and version < ${3}`,
    ],
  },
]

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
