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
