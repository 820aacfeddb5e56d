import { sql } from 'slonik'
import type { Migration } from '#edge/postgres/schema.ts'

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
export const TRIGGER_SUBSCRIPTION_VERSION = 2

/** An instance of an older version would skip events that it does not know, so it must not lead. */
export const triggerMigrations: Migration[] = [
  {
    name: 'notifications-telling-logins',
    statements: [
      sql.unsafe`update ops.checkpoints set version = ${2} where name = ${TRIGGER_SUBSCRIPTION} and version < ${2}`,
    ],
  },
]
