import { sql } from 'slonik'
import { z } from 'zod'
import { createBatcher } from '#concurrency/batcher.ts'
import type { Database } from '#edge/postgres/pool.ts'

export const LEASE_S = 90
export const FIRST_LEASE_S = 120
/** How long after its end a session gets VPN_007; then it is unknown. */
export const LATE_HEARTBEAT_S = 90
/** Closer heartbeats of a session are not written. A later `heartbeat_at` is from before the clock was set back. */
const HEARTBEAT_INTERVAL_MIN = sql.fragment`interval '1 second'`
const BATCH_MAX = 500

/** `user_id` null: any user of the client. Bytes are those of the tunnel so far. */
export type LeaseHeartbeat = {
  session_id: string
  client_id: string
  user_id: string | null
  bytes_in: number | null
  bytes_out: number | null
}

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

export type LeaseState = { client_id: string; server_id: number; leftMs: number }

export const seconds = (n: number) => sql.fragment`${n} * interval '1 second'`

/** All times are from the database's clock, which all processes share. */
export function createLeaseRenewal(db: Database) {
  /** One statement for all heartbeats that arrive while one runs. It locks rows in one order: no deadlocks. */
  const heartbeat = createBatcher<LeaseHeartbeat, HeartbeatResult>(async heartbeats => {
    const params = heartbeats.map(({ session_id, client_id, user_id, bytes_in, bytes_out }, n) => [
      ...[n, session_id, client_id, user_id, bytes_in, bytes_out],
    ])
    const rows = await db.any(sql.type(HeartbeatRow)`
      with clock as (select clock_timestamp() as now offset 0),
      requested as (
        select * from ${sql.unnest(params, ['int4', 'text', 'text', 'text', 'int8', 'int8'])}
          as a(n, session_id, client_id, user_id, bytes_in, bytes_out)),
      own as (
        select a.n, a.bytes_in as reported_in, a.bytes_out as reported_out, l.*
        from requested as a left join ops.vpn_leases as l
          on l.session_id = a.session_id and l.client_id = a.client_id and l.user_id = coalesce(a.user_id, l.user_id)),
      due as (
        select session_id, max(reported_in) as reported_in, max(reported_out) as reported_out from own, clock
        where not is_over and lease_until > clock.now
          and coalesce(heartbeat_at not between clock.now - ${HEARTBEAT_INTERVAL_MIN} and clock.now + ${HEARTBEAT_INTERVAL_MIN}, true)
        group by session_id),
      locked as (select session_id from ops.vpn_leases where session_id in (select session_id from due) order by session_id for update),
      renewed as (
        update ops.vpn_leases as l set
          lease_until = least(clock.now + ${seconds(LEASE_S)}, l.expires_at), heartbeat_at = clock.now,
          bytes_in = greatest(l.bytes_in, due.reported_in), bytes_out = greatest(l.bytes_out, due.reported_out)
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
   * Marks leases past their end as over; null for no lease. One that was renewed at the same time has a millisecond
   * left, and is checked again. One that ends later than possible is from before the clock was set back: it gets
   * LEASE_S.
   */
  const checkExpiry = createBatcher<string, LeaseState | null>(async ids => {
    const rows = await db.any(sql.type(ExpiryRow)`
      with clock as (select clock_timestamp() as now offset 0),
      requested as (
        select session_id from ops.vpn_leases
        where session_id = any(${sql.array(ids, 'text')}) order by session_id for update),
      settled as (
        update ops.vpn_leases as l
        set is_over = l.lease_until <= clock.now, lease_until = least(l.lease_until, clock.now + ${seconds(LEASE_S)})
        from clock, requested
        where l.session_id = requested.session_id and not l.is_over
          and (l.lease_until <= clock.now or l.lease_until > clock.now + ${seconds(FIRST_LEASE_S)})
        returning l.session_id, l.is_over, l.lease_until)
      select l.session_id, l.client_id, l.server_id,
        (extract(epoch from coalesce(settled.lease_until, l.lease_until) - clock.now) * 1000)::float8 as left_ms,
        coalesce(settled.is_over, l.is_over) as is_over
      from clock, ops.vpn_leases as l left join settled using (session_id)
      where l.session_id = any(${sql.array(ids, 'text')})`)
    const found = new Map(rows.map(row => [row.session_id, row]))
    return ids.map(id => {
      const row = found.get(id)
      if (row === undefined) return null
      const { client_id, server_id, left_ms, is_over } = row
      return { client_id, server_id, leftMs: is_over ? 0 : Math.max(left_ms, 1) }
    })
  }, BATCH_MAX)

  return { heartbeat, checkExpiry }
}
