import { sql } from 'slonik'
import type { Migration } from '#edge/postgres/schema.ts'

/**
 * `registration`: revision of the registering event; `person`: derived from client and user; `watched_since`: from when
 * on `seen_at` is recorded.
 */
export const notificationMigrations: Migration[] = [
  {
    name: 'notifications-001',
    statements: [
      sql.unsafe`create table ops.push_tokens (
        client_id text not null,
        platform text not null,
        token_index text collate "C" not null,
        device uuid not null,
        registration int not null,
        registered_at timestamptz not null,
        seen_at timestamptz not null,
        primary key (client_id, platform, token_index)
      ) with (fillfactor = 70)`,
      sql.unsafe`create index push_tokens_of_device on ops.push_tokens (device)`,
    ],
  },
  {
    name: 'notifications-002-reached',
    statements: [
      // Rows without their person are rebuilt by the overdue check, which finds devices without a token.
      sql.unsafe`delete from ops.push_tokens`,
      sql.unsafe`alter table ops.push_tokens add column person uuid not null`,
      sql.unsafe`create index push_tokens_of_person on ops.push_tokens (person)`,
    ],
  },
  {
    name: 'notifications-003-watched',
    statements: [sql.unsafe`alter table ops.push_tokens add column watched_since timestamptz not null default now()`],
  },
]
