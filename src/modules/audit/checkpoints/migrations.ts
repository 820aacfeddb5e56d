import { sql } from 'slonik'
import type { Migration } from '#edge/postgres/schema.ts'

/**
 * What checkpoints are made of, and what was made. Nothing here is rebuilt from the event store: it is what the store is compared with.
 *
 * - `audit_events`: every covered event in log order, numbered from 1: by it the first event that is not as it was is named.
 * - `audit_heads`, `audit_tiles`: the tree as of the last checkpoint: a leaf for each stream, numbered from 0 in the order of their first
 *   events, and its tiles.
 * - `audit_checkpoints`: the signed lines.
 * - `audit_proof`: what the last whole verification of the store came to; one row.
 */
export const checkpointMigrations: Migration[] = [
  {
    name: 'audit-checkpoints-001',
    statements: [
      sql.unsafe`create table ops.audit_events (
        n bigint primary key,
        position bigint not null,
        revision bigint not null,
        stream text collate "C" not null,
        hash bytea)`,
      // Rows of both are changed in place, again and again.
      sql.unsafe`create table ops.audit_heads (
        leaf integer primary key,
        revision bigint not null,
        stream text collate "C" not null unique,
        hash bytea) with (fillfactor = 80)`,
      sql.unsafe`create table ops.audit_tiles (
        level integer not null,
        tile integer not null,
        nodes bytea not null,
        primary key (level, tile)) with (fillfactor = 60)`,
      sql.unsafe`create table ops.audit_checkpoints (
        number integer primary key,
        at timestamptz not null,
        events bigint not null,
        streams integer not null,
        position bigint not null,
        line text not null)`,
      sql.unsafe`create table ops.audit_proof (
        one boolean primary key default true check (one),
        begun_at timestamptz not null,
        ended_at timestamptz not null,
        events bigint not null,
        checkpoint integer not null,
        problem text,
        whole_at timestamptz)`,
    ],
  },
]
