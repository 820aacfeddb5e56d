import { sql } from 'slonik'
import type { Migration } from '#edge/postgres/schema.ts'

/**
 * `sealed` has its name as context; only the authority has a `cert`. `is_over`: the end was found, and no heartbeat
 * renews the lease. No index contains `lease_until` or byte counts, so that a heartbeat rewrites only the row (a HOT
 * update).
 */
export const vpnMigrations: Migration[] = [
  {
    name: 'vpn-001',
    statements: [
      sql.unsafe`create table ops.vpn_secrets (
        name text primary key,
        cert text,
        sealed text not null,
        made_at timestamptz not null default clock_timestamp())`,
      sql.unsafe`create table ops.vpn_leases (
        session_id text collate "C" primary key,
        client_id text not null,
        user_id text not null,
        devices uuid not null,
        server_id int not null,
        slot_id int not null,
        device_id text not null,
        password_digest text not null,
        issued_at timestamptz not null,
        expires_at timestamptz not null,
        connected_at timestamptz,
        lease_until timestamptz not null,
        heartbeat_at timestamptz,
        bytes_in bigint not null default 0,
        bytes_out bigint not null default 0,
        is_over boolean not null default false
      ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000)`,
      sql.unsafe`create index vpn_leases_of_client on ops.vpn_leases (client_id, session_id)`,
      sql.unsafe`create index vpn_leases_of_user on ops.vpn_leases (devices)`,
    ],
  },
  {
    // `tunnel` is the newest tunnel of a session, `before_*` the bytes of earlier ones: each tunnel counts from zero.
    name: 'vpn-002',
    statements: [
      sql.unsafe`alter table ops.vpn_leases
        add tunnel text,
        add before_in bigint not null default 0,
        add before_out bigint not null default 0`,
    ],
  },
  {
    // When the agent of a server last reported that it reaches OpenVPN.
    name: 'vpn-003',
    statements: [
      sql.unsafe`create table ops.vpn_reachability (server_id int primary key, reached_at timestamptz not null)`,
    ],
  },
]
