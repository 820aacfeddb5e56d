import { sql } from 'slonik'
import type { Migration } from '#edge/postgres/schema.ts'

export const auditMigrations: Migration[] = [
  {
    name: 'audit-one-history',
    // The read model of refunds' histories alone; the history of everything has taken its place.
    statements: [
      sql.unsafe`drop table if exists read.refund_history`,
      sql.unsafe`delete from ops.checkpoints where name = 'refund_history'`,
    ],
  },
]
