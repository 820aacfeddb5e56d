import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { createBatcher } from '#concurrency/batcher.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { IS_OPEN_JOB } from '#reactions/job-store.ts'

export const LEASE_QUEUE = 'vpn-lease'
export const LEASE_S = 90
/** The time until the first heartbeat. */
export const FIRST_LEASE_S = 120
/** A connect is answered by then: a session without a lease this long after it was issued gets none. */
export const OPENING_S_MAX = 15
/** Two of three heartbeats may be lost. */
export const HEARTBEAT_S = 30
/** How long after its end a session gets VPN_007; then it is unknown. */
export const LATE_HEARTBEAT_S = 90
/** No job needs a lease this long after its end: jobs are late by seconds, after an outage by minutes. */
const STALE_S = 3_600
/** Closer heartbeats of a session are not written. A later `heartbeat_at` is from before the clock was set back. */
const HEARTBEAT_INTERVAL_MIN = sql.fragment`interval '1 second'`
/** Exact in JSON. */
const BYTES_MAX = Number.MAX_SAFE_INTEGER
/** Rows per statement. */
const BATCH_MAX = 500

export type SessionLease = {
  session_id: string
  client_id: string
  user_id: string
  /** The id of the user's stream. */
  devices: string
  server_id: number
  slot_id: number
  device_id: string
  password_digest: string
  issued_at: string
  expires_at: string
}

/** `user_id` null: any user of the client. Bytes are those of the tunnel so far. */
export type LeaseHeartbeat = {
  session_id: string
  client_id: string
  user_id: string | null
  bytes_in: number | null
  bytes_out: number | null
}

/**
 * `tunnel` is unique among all tunnels of the session; `is_up`: it is the newest one. Bytes are the device's, of this
 * tunnel alone.
 */
export type TunnelReport = { session_id: string; tunnel: string; is_up: boolean; bytes_in: number; bytes_out: number }

/** `late`: over for less than LATE_HEARTBEAT_S; `none`: unknown. */
export type HeartbeatResult =
  | { outcome: 'late' | 'none' }
  | { outcome: 'alive'; devices: string; connected: boolean; lease_until: string }

const HeartbeatRow = z.object({
  outcome: z.enum(['alive', 'late', 'none']),
  devices: z.string().nullable(),
  connected: z.boolean(),
  lease_until: z.string().nullable(),
})
const ExpiryRow = z.object({
  session_id: z.string(),
  client_id: z.string(),
  server_id: z.int(),
  left_ms: z.number(),
  is_over: z.boolean(),
})

/** `leftMs` is 0 when the lease is over. */
export type LeaseState = { client_id: string; server_id: number; leftMs: number }

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

const Credential = z.object({ password_digest: z.string(), expires_at: z.string() })
const TunnelRow = z.object({ session_id: z.string(), devices: z.string(), connected: z.boolean() })

export type Leases = ReturnType<typeof createLeases>

const seconds = (n: number) => sql.fragment`${n} * interval '1 second'`
const IS_LIVE = sql.fragment`not is_over and lease_until > clock_timestamp()`

/** Leases of live sessions. All times are from the database's clock, which all processes share. */
export function createLeases(db: Database) {
  /**
   * One statement for all heartbeats that arrive while the previous one runs; rows are locked in one order, so that no
   * two statements deadlock.
   */
  const heartbeat = createBatcher<LeaseHeartbeat, HeartbeatResult>(async heartbeats => {
    const params = heartbeats.map((one, n) => [
      n,
      one.session_id,
      one.client_id,
      one.user_id,
      one.bytes_in,
      one.bytes_out,
    ])
    const rows = await db.any(sql.type(HeartbeatRow)`
      with clock as (select clock_timestamp() as now offset 0),
      asked as (
        select * from ${sql.unnest(params, ['int4', 'text', 'text', 'text', 'int8', 'int8'])}
          as a(n, session_id, client_id, user_id, bytes_in, bytes_out)),
      own as (
        select a.n, a.bytes_in as told_in, a.bytes_out as told_out, l.*
        from asked as a left join ops.vpn_leases as l
          on l.session_id = a.session_id and l.client_id = a.client_id and l.user_id = coalesce(a.user_id, l.user_id)),
      due as (
        select session_id, max(told_in) as told_in, max(told_out) as told_out from own, clock
        where not is_over and lease_until > clock.now
          and coalesce(heartbeat_at not between clock.now - ${HEARTBEAT_INTERVAL_MIN} and clock.now + ${HEARTBEAT_INTERVAL_MIN}, true)
        group by session_id),
      locked as (select session_id from ops.vpn_leases where session_id in (select session_id from due) order by session_id for update),
      renewed as (
        update ops.vpn_leases as l set
          lease_until = least(clock.now + ${seconds(LEASE_S)}, l.expires_at), heartbeat_at = clock.now,
          bytes_in = greatest(l.bytes_in, due.told_in), bytes_out = greatest(l.bytes_out, due.told_out)
        from due, locked, clock
        where l.session_id = due.session_id and l.session_id = locked.session_id and not l.is_over and l.lease_until > clock.now
        returning l.session_id, l.lease_until)
      select
        case
          when renewed.session_id is not null then 'alive'
          -- One that was not due is alive all the same; one that was due and was not renewed was over first.
          when not own.is_over and own.lease_until > clock.now and due.session_id is null then 'alive'
          when own.lease_until + ${seconds(LATE_HEARTBEAT_S)} > clock.now then 'late'
          else 'none'
        end as outcome,
        own.devices, own.connected_at is not null as connected, coalesce(renewed.lease_until, own.lease_until) as lease_until
      from clock, own left join due using (session_id) left join renewed using (session_id)
      order by own.n`)
    return rows.map(({ outcome, devices, connected, lease_until }) =>
      outcome === 'alive' ? { outcome, devices: devices!, connected, lease_until: lease_until! } : { outcome },
    )
  }, BATCH_MAX)

  /**
   * Marks leases past their end as over, so that no heartbeat renews them; null for no lease. A lease that was renewed
   * at the same time has a millisecond left, and is checked again. A lease that ends later than possible is from before
   * the clock was set back, and gets LEASE_S to be renewed.
   */
  const checkExpiry = createBatcher<string, LeaseState | null>(async ids => {
    const rows = await db.any(sql.type(ExpiryRow)`
      with clock as (select clock_timestamp() as now offset 0),
      asked as (
        select session_id from ops.vpn_leases
        where session_id = any(${sql.array(ids, 'text')}) order by session_id for update),
      settled as (
        update ops.vpn_leases as l
        set is_over = l.lease_until <= clock.now, lease_until = least(l.lease_until, clock.now + ${seconds(LEASE_S)})
        from clock, asked
        where l.session_id = asked.session_id and not l.is_over
          and (l.lease_until <= clock.now or l.lease_until > clock.now + ${seconds(FIRST_LEASE_S)})
        returning l.session_id, l.is_over, l.lease_until)
      select l.session_id, l.client_id, l.server_id,
        (extract(epoch from coalesce(settled.lease_until, l.lease_until) - clock.now) * 1000)::float8 as left_ms,
        coalesce(settled.is_over, l.is_over) as is_over
      from clock, ops.vpn_leases as l left join settled using (session_id)
      where l.session_id = any(${sql.array(ids, 'text')})`)
    const found = new Map(
      rows.map(({ session_id, client_id, server_id, left_ms, is_over }) => [
        session_id,
        { client_id, server_id, leftMs: is_over ? 0 : Math.max(left_ms, 1) },
      ]),
    )
    return ids.map(id => found.get(id) ?? null)
  }, BATCH_MAX)

  const live = (conditions: FragmentSqlToken[], limit: number) =>
    db.any(sql.type(LiveLease)`
      select session_id, user_id, server_id, slot_id, device_id, issued_at, connected_at, lease_until, expires_at, bytes_in, bytes_out
      from ops.vpn_leases where ${IS_LIVE} and ${sql.join(conditions, sql.fragment` and `)}
      order by session_id limit ${limit}`)

  return {
    beat: heartbeat,
    look: checkExpiry,
    /** By the database's clock: the clock of `issued_at` may be hours off. */
    async open(lease: SessionLease): Promise<string> {
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
    /** For a session that ended before its lease. */
    async deleteLive(session_id: string): Promise<void> {
      await db.query(sql.unsafe`delete from ops.vpn_leases where session_id = ${session_id} and not is_over`)
    },
    async deleteLease(session_id: string): Promise<void> {
      await db.query(sql.unsafe`delete from ops.vpn_leases where session_id = ${session_id}`)
    },
    /**
     * Deletes a batch of leases without a job, left by killed processes. Leases with a job stay, after an outage of
     * hours too: once the user has another session, only the lease of an expired one gives its server.
     */
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
        select session_id from unnest(${sql.array(session_ids, 'text')}) as asked(session_id)
        where not exists (
          select from ops.vpn_leases as l
          where l.session_id = asked.session_id and l.server_id = ${server_id} and ${IS_LIVE})`)
    },
    /**
     * Adds the traffic of tunnels to their sessions; returns the live ones. A report of a replaced tunnel is ignored.
     */
    async addTraffic(
      server_id: number,
      reports: readonly TunnelReport[],
    ): Promise<readonly z.infer<typeof TunnelRow>[]> {
      const last = new Map(reports.map(report => [report.session_id, report]))
      const params = [...last.values()].map(one => [
        ...[one.session_id, one.tunnel, one.is_up, one.bytes_in, one.bytes_out],
      ])
      return db.any(sql.type(TunnelRow)`
        with asked as (
          select * from ${sql.unnest(params, ['text', 'text', 'bool', 'int8', 'int8'])}
            as a(session_id, tunnel, is_up, bytes_in, bytes_out)),
        live as (
          select l.session_id, l.devices::text as devices, l.connected_at is not null as connected from ops.vpn_leases as l
          where l.session_id in (select session_id from asked) and l.server_id = ${server_id} and ${IS_LIVE}
          order by l.session_id for update),
        from_then as (
          select a.*, l.tunnel is not distinct from a.tunnel as is_same, l.before_in, l.before_out,
            l.bytes_in as so_far_in, l.bytes_out as so_far_out
          from asked as a join live using (session_id) join ops.vpn_leases as l using (session_id)
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
    /** Live sessions of a client or of one user, by id, after `after`. */
    listOfClient(
      client_id: string,
      { user_id, after, limit }: { user_id: string | null; after: string; limit: number },
    ) {
      const ofUser = user_id === null ? [] : [sql.fragment`user_id = ${user_id}`]
      return live([sql.fragment`client_id = ${client_id}`, sql.fragment`session_id > ${after}`, ...ofUser], limit)
    },
    async findOwner(session_id: string) {
      const Owner = z.object({ client_id: z.string(), user_id: z.string(), devices: z.string() })
      return db.maybeOne(sql.type(Owner)`
        select client_id, user_id, devices from ops.vpn_leases where session_id = ${session_id}`)
    },
    /** Streams with a lease of the client, over ones too, after `after`. */
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
