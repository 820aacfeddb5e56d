import { sql } from 'slonik'
import type { Migration } from '#edge/postgres/schema.ts'

export const auditMigrations: Migration[] = [
  {
    name: 'audit-one-history',
    // Replaced by the history of all streams.
    statements: [
      sql.unsafe`drop table if exists read.refund_history`,
      sql.unsafe`delete from ops.checkpoints where name = 'refund_history'`,
    ],
  },
]
