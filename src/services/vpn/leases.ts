import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { IS_OPEN_JOB } from '#reactions/job-store.ts'
import { createLeaseRenewal, FIRST_LEASE_S, seconds } from './lease-renewal.ts'

export const LEASE_QUEUE = 'vpn-lease'
/** A connect is answered by then: a session without a lease this long after it was issued gets none. */
export const OPENING_S_MAX = 15
/** Two of three heartbeats may be lost. */
export const HEARTBEAT_S = 30
/** No job needs a lease this long after its end: jobs are late by seconds, after an outage by minutes. */
const STALE_S = 3_600
const BYTES_MAX = Number.MAX_SAFE_INTEGER
const BATCH_MAX = 500

/** `tunnel`: unique within the session; `is_up`: the newest one. Bytes are this tunnel's, from the device's side. */
type TunnelReport = { session_id: string; tunnel: string; is_up: boolean; bytes_in: number; bytes_out: number }

export const LiveLease = z.object({
  session_id: z.string(),
  user_id: z.string(),
  server_id: z.int(),
  slot_id: z.int(),
  device_id: z.string(),
  issued_at: z.string(),
  connected_at: z.string().nullable(),
  lease_until: z.string(),
  expires_at: z.string(),
  bytes_in: z.int(),
  bytes_out: z.int(),
})
export type LiveLease = z.infer<typeof LiveLease>

type NewLease = Omit<LiveLease, 'connected_at' | 'lease_until' | 'bytes_in' | 'bytes_out'> & {
  client_id: string
  devices: string
  password_digest: string
}

export const SessionOwner = z.object({ client_id: z.string(), user_id: z.string(), devices: z.string() })
const Credential = z.object({ password_digest: z.string(), expires_at: z.string() })
const TunnelRow = z.object({ session_id: z.string(), devices: z.string(), connected: z.boolean() })

const IS_LIVE = sql.fragment`not is_over and lease_until > clock_timestamp()`

/** Leases of live sessions, by the database's clock. */
export function createLeases(db: Database) {
  const live = (conditions: FragmentSqlToken[], limit: number) =>
    db.any(sql.type(LiveLease)`
      select session_id, user_id, server_id, slot_id, device_id, issued_at, connected_at, lease_until, expires_at, bytes_in, bytes_out
      from ops.vpn_leases where ${IS_LIVE} and ${sql.join(conditions, sql.fragment` and `)}
      order by session_id limit ${limit}`)

  return {
    ...createLeaseRenewal(db),
    /** By the database's clock: the clock of `issued_at` may be hours off. */
    async open(lease: NewLease): Promise<string> {
      const { session_id, client_id, user_id, devices, server_id, slot_id, device_id, password_digest } = lease
      return db.oneFirst(sql.type(z.object({ lease_until: z.string() }))`
        insert into ops.vpn_leases
          (session_id, client_id, user_id, devices, server_id, slot_id, device_id, password_digest, issued_at, expires_at, lease_until)
        values (${session_id}, ${client_id}, ${user_id}, ${devices}::uuid, ${server_id}, ${slot_id}, ${device_id}, ${password_digest},
          ${lease.issued_at}::timestamptz, ${lease.expires_at}::timestamptz, clock_timestamp() + ${seconds(FIRST_LEASE_S)})
        returning lease_until`)
    },
    async markConnected(session_id: string): Promise<void> {
      await db.query(sql.unsafe`
        update ops.vpn_leases set connected_at = clock_timestamp()
        where session_id = ${session_id} and connected_at is null`)
    },
    async deleteLive(session_id: string): Promise<void> {
      await db.query(sql.unsafe`delete from ops.vpn_leases where session_id = ${session_id} and not is_over`)
    },
    async deleteLease(session_id: string): Promise<void> {
      await db.query(sql.unsafe`delete from ops.vpn_leases where session_id = ${session_id}`)
    },
    /** Leases with a job stay: with a newer session of the user, only the lease has an expired one's server. */
    async deleteStale(): Promise<{ count: number; isAll: boolean }> {
      const { rowCount } = await db.query(sql.unsafe`
        delete from ops.vpn_leases where session_id = any(array(
          select session_id from ops.vpn_leases as l
          where lease_until < clock_timestamp() - ${seconds(STALE_S)}
            and not exists (select from ops.due_work where queue = ${LEASE_QUEUE} and id = l.session_id and ${IS_OPEN_JOB})
          limit ${BATCH_MAX} for update skip locked))`)
      return { count: rowCount, isAll: rowCount < BATCH_MAX }
    },
    async findCredential(server_id: number, session_id: string) {
      return db.maybeOne(sql.type(Credential)`
        select password_digest, expires_at from ops.vpn_leases
        where session_id = ${session_id} and server_id = ${server_id} and ${IS_LIVE}`)
    },
    /** The given sessions that are over or of another server. */
    async listEnded(server_id: number, session_ids: readonly string[]): Promise<readonly string[]> {
      return db.anyFirst(sql.type(z.object({ session_id: z.string() }))`
        select session_id from unnest(${sql.array(session_ids, 'text')}) as given(session_id)
        where not exists (
          select from ops.vpn_leases as l
          where l.session_id = given.session_id and l.server_id = ${server_id} and ${IS_LIVE})`)
    },
    /** Returns the live sessions. A report of a replaced tunnel is ignored. */
    async addTraffic(
      server_id: number,
      reports: readonly TunnelReport[],
    ): Promise<readonly z.infer<typeof TunnelRow>[]> {
      const last = new Map(reports.map(report => [report.session_id, report]))
      const params = [...last.values()].map(({ session_id, tunnel, is_up, bytes_in, bytes_out }) => [
        ...[session_id, tunnel, is_up, bytes_in, bytes_out],
      ])
      return db.any(sql.type(TunnelRow)`
        with reported as (
          select * from ${sql.unnest(params, ['text', 'text', 'bool', 'int8', 'int8'])}
            as a(session_id, tunnel, is_up, bytes_in, bytes_out)),
        live as (
          select l.session_id, l.devices::text as devices, l.connected_at is not null as connected from ops.vpn_leases as l
          where l.session_id in (select session_id from reported) and l.server_id = ${server_id} and ${IS_LIVE}
          order by l.session_id for update),
        from_then as (
          select a.*, l.tunnel is not distinct from a.tunnel as is_same, l.before_in, l.before_out,
            l.bytes_in as so_far_in, l.bytes_out as so_far_out
          from reported as a join live using (session_id) join ops.vpn_leases as l using (session_id)
          where a.is_up or l.tunnel is not distinct from a.tunnel),
        added as (
          update ops.vpn_leases as l set
            tunnel = f.tunnel,
            before_in = case when f.is_same then f.before_in else f.so_far_in end,
            before_out = case when f.is_same then f.before_out else f.so_far_out end,
            bytes_in = least(${BYTES_MAX}, greatest(l.bytes_in, case when f.is_same then f.before_in else f.so_far_in end + f.bytes_in)),
            bytes_out = least(${BYTES_MAX}, greatest(l.bytes_out, case when f.is_same then f.before_out else f.so_far_out end + f.bytes_out))
          from from_then as f where l.session_id = f.session_id)
        select session_id, devices, connected from live`)
    },
    listOfClient(
      client_id: string,
      { user_id, after, limit }: { user_id: string | null; after: string; limit: number },
    ) {
      const ofUser = user_id === null ? [] : [sql.fragment`user_id = ${user_id}`]
      return live([sql.fragment`client_id = ${client_id}`, sql.fragment`session_id > ${after}`, ...ofUser], limit)
    },
    async findLive(session_id: string): Promise<LiveLease | null> {
      return (await live([sql.fragment`session_id = ${session_id}`], 1))[0] ?? null
    },
    async findOwner(session_id: string) {
      return db.maybeOne(sql.type(SessionOwner)`
        select client_id, user_id, devices from ops.vpn_leases where session_id = ${session_id}`)
    },
    async listStreamsOfClient(client_id: string, after: string, limit: number): Promise<readonly string[]> {
      return db.anyFirst(sql.type(z.object({ devices: z.string() }))`
        select distinct devices::text as devices from ops.vpn_leases
        where client_id = ${client_id} and devices::text > ${after} order by devices limit ${limit}`)
    },
    /** Whole seconds until the first of a user's leases ends; null for no lease. */
    async findNextEndS(devices: string): Promise<number | null> {
      const { in_s } = await db.one(sql.type(z.object({ in_s: z.number().nullable() }))`
        select ceil(extract(epoch from min(lease_until) - clock_timestamp()))::float8 as in_s
        from ops.vpn_leases where devices = ${devices}::uuid and ${IS_LIVE}`)
      return in_s
    },
  }
}
