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
  {
    name: 'bus-inbound-001',
    // A message is identified by the creation of its stream and its sequence there.
    statements: [
      // `body` is the message, sealed, until what it names is there. `first_tried_at`: when it was found missing.
      sql.unsafe`create table ops.bus_early (
        stream text not null,
        sequence bigint not null,
        client_id text not null,
        kind text not null,
        published_at text not null,
        traceparent text,
        body text not null,
        first_tried_at timestamptz not null default clock_timestamp(),
        primary key (stream, sequence)
      )`,
      sql.unsafe`create table ops.bus_failures (
        stream text not null,
        sequence bigint not null,
        failures int not null default 1,
        first_failed_at timestamptz not null default clock_timestamp(),
        primary key (stream, sequence)
      )`,
    ],
  },
  {
    name: 'bus-readers-001',
    // Each has a consumer of the stream of published events, which is made again when the broker has lost it.
    statements: [
      sql.unsafe`create table ops.bus_readers (
        reader text primary key,
        added_at timestamptz not null default clock_timestamp()
      )`,
    ],
  },
  {
    name: 'bus-late-001',
    // The sequence that a parked event is about to get: a command that is killed afterwards does not publish it twice.
    statements: [sql.unsafe`create table ops.bus_late (event text primary key, sequence bigint not null)`],
  },
]
