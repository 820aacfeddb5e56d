import { sql } from 'slonik'
import type { Migration } from '#edge/postgres/schema.ts'

export const PUSH_SUBSCRIPTION = 'push-notifications'
/** Raised with the events that leave something to send, each time in a migration too. */
export const PUSH_SUBSCRIPTION_VERSION = 2

/** Processes of the version before would pass by notifications that go on to other devices, so they must not lead. */
export const pushSubscriptionMigrations: Migration[] = [
  {
    name: 'notifications-retargeted',
    statements: [
      sql.unsafe`update ops.checkpoints set version = ${2} where name = ${PUSH_SUBSCRIPTION} and version < ${2}`,
    ],
  },
]
