import { sql } from 'slonik'
import type { Migration } from '#edge/postgres/schema.ts'

/**
 * Whose a push token is, by an index of it that is blind. One row for each: what two devices say they have, one of them has. `registration` is the
 * revision of the event that registered the device with it; `seen_at`: when the device said so for the last time; `person`: whose device it is,
 * under a UUID of client and user; `watched_since`: from when on the row would have been told that the device was seen.
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
      // Rows do not say whose they are, so that they are made anew: the watch finds devices that have no token.
      sql.unsafe`delete from ops.push_tokens`,
      sql.unsafe`alter table ops.push_tokens add column person uuid not null`,
      sql.unsafe`create index push_tokens_of_person on ops.push_tokens (person)`,
    ],
  },
  {
    name: 'notifications-003-watched',
    // A row that was made anew says that its device was seen when it was registered, and knows of nothing since.
    statements: [sql.unsafe`alter table ops.push_tokens add column watched_since timestamptz not null default now()`],
  },
]
