import { sql } from 'slonik'
import type { Migration } from '#edge/postgres/schema.ts'

export const busMigrations: Migration[] = [
  {
    name: 'bus-001',
    // A row stops that direction in all processes.
    statements: [
      sql.unsafe`create table ops.bus_paused (
        direction text primary key check (direction in ('in', 'out')),
        paused_at timestamptz not null default clock_timestamp()
      )`,
    ],
  },
]
