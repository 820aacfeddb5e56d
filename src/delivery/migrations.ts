import { sql } from 'slonik'
import { withoutTimeLimit } from '#edge/postgres/connection-watchdog.ts'
import type { Migration } from '#edge/postgres/schema.ts'
import { ENQUEUER } from './queue.ts'

/**
 * Ids are UUIDs without their prefix.
 * `webhook_endpoints` has two halves. What a dispatcher needs (url, secrets, status …) is the newest state, written by
 * commands and by the enqueuer, guarded by `revision`. What routing needs (`routed*`) is the state at the enqueuer's
 * position in the log, written by the enqueuer only: an event goes to the endpoints that existed before it.
 * `webhook_deliveries`: a pending row is due at `due_at`. Leasing sets `lease` and moves `due_at` to the lease's end.
 * `attempts` counts all requests, `tries` those of the present schedule. The first attempt is in the row, later ones
 * are in `webhook_attempts`.
 */
export const deliveryMigrations: Migration[] = [
  {
    name: 'webhooks-001',
    statements: [
      sql.unsafe`create table ops.webhook_endpoints (
        webhook uuid primary key,
        client_id text not null,
        revision integer not null,
        status text not null,
        disabled_reason text,
        url text not null,
        events text[] not null,
        description text,
        metadata jsonb not null,
        rate_per_second double precision,
        secrets jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        routed boolean not null default false,
        routed_events text[],
        failed_days date[] not null default '{}',
        last_success_day date)`,
      sql.unsafe`create index on ops.webhook_endpoints (client_id, created_at)`,
      sql.unsafe`create table ops.webhook_checkpoint (name text primary key, commit text, prepare text)`,
      sql.unsafe`insert into ops.webhook_checkpoint (name) values ('deliveries')`,
      sql.unsafe`create table ops.webhook_events (
        day date not null,
        event uuid not null,
        client_id text not null,
        type text not null,
        sequence integer not null,
        test boolean not null,
        body bytea not null,
        created_at timestamptz not null,
        primary key (event, day)) partition by range (day)`,
      sql.unsafe`create index on ops.webhook_events (client_id, created_at)`,
      sql.unsafe`create table ops.webhook_deliveries (
        day date not null,
        delivery uuid not null,
        event uuid not null,
        webhook uuid not null,
        type text not null,
        state text not null,
        test boolean not null,
        manual boolean not null default false,
        due_at timestamptz not null,
        lease uuid,
        attempts integer not null default 0,
        tries integer not null default 0,
        created_at timestamptz not null,
        finished_at timestamptz,
        reported boolean not null default true,
        recovery uuid,
        first_at timestamptz,
        first_status smallint,
        first_duration_ms integer,
        first_error text,
        first_headers jsonb,
        first_body bytea,
        last_at timestamptz,
        last_status smallint,
        last_error text,
        primary key (delivery, day)) partition by range (day)`,
      sql.unsafe`create index on ops.webhook_deliveries (webhook, due_at) where state = 'pending'`,
      sql.unsafe`create index on ops.webhook_deliveries (webhook, created_at, delivery)`,
      sql.unsafe`create index on ops.webhook_deliveries (webhook) where not reported`,
      sql.unsafe`create table ops.webhook_attempts (
        day date not null,
        delivery uuid not null,
        number integer not null,
        at timestamptz not null,
        status smallint,
        duration_ms integer not null,
        error text,
        headers jsonb,
        body bytea,
        primary key (delivery, number, day)) partition by range (day)`,
      sql.unsafe`create table ops.webhook_recoveries (
        recovery uuid primary key,
        webhook uuid not null,
        since timestamptz not null,
        until timestamptz not null,
        status text not null,
        requeued integer not null default 0,
        created_at timestamptz not null,
        finished_at timestamptz)`,
      sql.unsafe`create table ops.webhook_deliverers (deliverer uuid primary key, seen_at timestamptz not null)`,
    ],
  },
  {
    name: 'webhooks-002',
    // When the schedule continues after a manual attempt.
    statements: [sql.unsafe`alter table ops.webhook_deliveries add column resume_at timestamptz`],
  },
  {
    name: 'webhooks-003',
    // A log that ends before the last enqueued event is another log.
    statements: [sql.unsafe`alter table ops.webhook_checkpoint add column last_event text`],
  },
  {
    name: 'webhooks-004',
    // The checkpoint moves to the table of all subscriptions. Older processes can read it here, not move it.
    statements: [
      sql.unsafe`insert into ops.checkpoints (name, version, commit_position, prepare_position, last_event)
        select 'webhooks', 1, commit::bigint, prepare::bigint, last_event::bigint from ops.webhook_checkpoint where name = 'deliveries'`,
      sql.unsafe`drop table ops.webhook_checkpoint`,
      sql.unsafe`create view ops.webhook_checkpoint as
        select 'deliveries'::text as name, commit_position::text as commit, prepare_position::text as prepare, last_event::text as last_event
        from ops.checkpoints where name = 'webhooks'`,
    ],
  },
  {
    name: 'webhooks-endpoint-places',
    // Endpoints without a row count towards the client's quota.
    statements: [
      sql.unsafe`create table ops.webhook_places (
        webhook uuid primary key,
        client_id text not null,
        taken_at timestamptz not null default now())`,
      sql.unsafe`create index on ops.webhook_places (client_id)`,
    ],
  },
  {
    name: 'webhooks-endpoints-operational',
    statements: [
      sql.unsafe`comment on table ops.webhook_endpoints is
        'Operational state of delivery: what dispatchers and routing go by, with sealed secrets and failed days. Clients read the read model read.endpoints.'`,
    ],
  },
  {
    name: 'webhooks-deliveries-by-event',
    // For the deliveries of one event, and for recoveries. Its duration grows with the queue.
    statements: [withoutTimeLimit, sql.unsafe`create index on ops.webhook_deliveries (event)`],
  },
  {
    name: 'webhooks-replays',
    // `after_*`: everything up to this event was delivered or given up.
    statements: [
      withoutTimeLimit,
      sql.unsafe`create table ops.webhook_replays (
        replay uuid primary key,
        webhook uuid not null,
        since timestamptz not null,
        until timestamptz not null,
        queued integer not null default 0,
        after_created_at timestamptz,
        after_sequence integer,
        after_event uuid,
        created_at timestamptz not null,
        finished_at timestamptz)`,
      sql.unsafe`create index on ops.webhook_replays (replay) where finished_at is null`,
      sql.unsafe`alter table ops.webhook_deliveries add column replay uuid`,
      sql.unsafe`create index on ops.webhook_deliveries (replay, event) where replay is not null`,
    ],
  },
  {
    name: 'webhooks-detections',
    // An older process would enqueue nothing of detections.
    statements: [sql.unsafe`update ops.checkpoints set version = ${2} where name = ${ENQUEUER} and version < ${2}`],
  },
  {
    name: 'webhooks-statistics',
    // `bucket_ms`: of the duration from event to response; 0 for what is not delivered.
    statements: [
      sql.unsafe`create table ops.webhook_statistics (
        webhook uuid not null,
        period text not null,
        start timestamptz not null,
        entry text not null,
        bucket_ms bigint not null,
        count bigint not null,
        primary key (webhook, period, start, entry, bucket_ms))`,
      sql.unsafe`create index on ops.webhook_statistics (start)`,
    ],
  },
]
