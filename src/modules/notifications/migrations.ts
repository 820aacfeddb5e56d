import { sql } from 'slonik'
import type { Migration } from '#edge/postgres/schema.ts'

/**
 * Whose a push token is, by an index of it that is blind. One row for each: what two devices say they have, one of them has. `registration` is the
 * revision of the event that registered the device with it; `seen_at`: when the device said so for the last time.
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
]
