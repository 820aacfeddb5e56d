import { sql } from 'slonik'
import type { Migration } from '#edge/postgres/schema.ts'

/** A lease is valid until `until` by the database's clock, or until the holder's session ends. */
export const subscriptionMigrations: Migration[] = [
  {
    name: 'projector-001-checkpoints',
    statements: [
      sql.unsafe`create table ops.checkpoints (
        name text primary key,
        version integer not null,
        commit_position bigint,
        prepare_position bigint,
        last_event bigint,
        updated_at timestamptz not null default now())`,
    ],
  },
  {
    name: 'subscription-001',
    statements: [
      sql.unsafe`create table ops.leaders (name text primary key, holder integer not null, until timestamptz not null)`,
      sql.unsafe`create table ops.set_aside (
        follower text not null,
        commit_position bigint not null,
        prepare_position bigint not null,
        stream text not null,
        revision bigint not null,
        type text not null,
        reason text not null,
        set_aside_at timestamptz not null default now(),
        primary key (follower, commit_position, prepare_position))`,
    ],
  },
  {
    name: 'subscription-002',
    // A separate table, because a build locks `ops.checkpoints`, sometimes for hours, and altering it would block every
    // subscription. Each id has its position: a process of the older version moves `last_event` alone.
    statements: [
      sql.unsafe`create table ops.last_events (name text primary key, commit_position bigint not null, id text not null)`,
    ],
  },
]
