import { sql } from 'slonik'
import type { Migration } from '#edge/postgres/schema.ts'

export const TELLER = 'push-tell'
/** Raised with what users are told of, each time in a migration too. */
export const TELLER_VERSION = 2

export const TELL_QUEUE = 'push-tell'
/** Processes of the version before work the other one off beside new ones, and are done at once with what they have no words for. */
export const LOGIN_QUEUE = 'push-tell-logins'
export const TELL_QUEUES = [TELL_QUEUE, LOGIN_QUEUE]

/** Processes of the version before would pass by what they know nothing of: they leave it to those that do. */
export const tellingMigrations: Migration[] = [
  {
    name: 'notifications-telling-logins',
    statements: [sql.unsafe`update ops.checkpoints set version = ${2} where name = ${TELLER} and version < ${2}`],
  },
]
