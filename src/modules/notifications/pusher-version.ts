import { sql } from 'slonik'
import type { Migration } from '#edge/postgres/schema.ts'

export const PUSHER = 'push-notifications'
/** Raised with the events that leave something to send, each time in a migration too. */
export const PUSHER_VERSION = 2

/** Processes of the version before would pass by notifications that go on to other devices, so they must not lead. */
export const pusherMigrations: Migration[] = [
  {
    name: 'notifications-retargeted',
    statements: [sql.unsafe`update ops.checkpoints set version = ${2} where name = ${PUSHER} and version < ${2}`],
  },
]
