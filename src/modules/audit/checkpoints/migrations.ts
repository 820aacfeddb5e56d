import { sql } from 'slonik'
import type { Migration } from '#edge/postgres/schema.ts'

/**
 * The records that the event store is compared with; they are never rebuilt from it.
 * - `audit_events`: every covered event in log order, numbered from 1, so that the first difference can be named.
 * - `audit_heads`, `audit_tiles`: the tree of the last checkpoint; a leaf per stream, numbered from 0 by first event.
 * - `audit_checkpoints`: the signed lines.
 * - `audit_proof`: the result of the last verification of the whole store; one row.
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
      // Rows of both are updated in place, often.
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
