import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Day } from '#edge/postgres/day-partitions.ts'
import { claimRows, isHeld, type LeasedTable, renewLeases } from '#edge/postgres/leased-rows.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { prepared } from '#edge/postgres/prepared.ts'
import { LeasedDelivery } from './leased-delivery.ts'

/** `due_in_ms` is negative when the earliest delivery is overdue; `revision` is that of the endpoint's row. */
export type WaitingEndpoint = z.infer<typeof WaitingRow>
const WaitingRow = z.object({ webhook: z.string(), client_id: z.string(), revision: z.number(), due_in_ms: z.number() })

/** One index probe per endpoint. `oldest`: no pending delivery has an earlier day. */
export async function findWaiting(db: Database, oldest: Day): Promise<readonly WaitingEndpoint[]> {
  return db.any(sql.type(WaitingRow)`
    select e.webhook, e.client_id, e.revision, (extract(epoch from d.due_at - now()) * 1000)::float8 as due_in_ms
    from ops.webhook_endpoints e cross join lateral (
      select due_at from ops.webhook_deliveries d
      where d.webhook = e.webhook and d.state = 'pending' and d.day >= ${oldest}::date
      order by d.due_at limit 1) d`)
}

/** Today when no delivery is pending. One probe per day. */
export const selectOldestPendingDay = sql.fragment`
  select coalesce(min(kept.day), (now() at time zone 'UTC')::date)::text as day
  from (
    select to_date(right(c.relname, 8), 'YYYYMMDD') as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'ops.webhook_deliveries'::regclass) kept
  cross join lateral (
    select from ops.webhook_deliveries w where w.day = kept.day and w.state = 'pending'
    order by w.webhook, w.due_at limit 1) waiting`

/** Lets claims read few partitions. */
export async function oldestPendingDay(db: Database): Promise<Day> {
  return db.oneFirst(sql.type(z.object({ day: z.string() }))`${selectOldestPendingDay}`)
}

/**
 * `leasedIds`: deliveries that this process holds. Their leases may have ended during an outage of the database:
 * claimed again, they would be sent twice. `byMs`: by the database's clock, the latest time of the claim; null = any.
 */
type Claim = { oldest: Day; leasedIds: readonly string[]; byMs: number | null; leaseMs: number }

export type EndpointClaim = { webhook: string; slots: number }

/** A queue per endpoint. Ids are unique across days: a day only tells which partitions to read. */
export const deliveryTable: LeasedTable = {
  name: sql.fragment`ops.webhook_deliveries`,
  id: { name: 'delivery', type: 'uuid' },
  queue: { name: 'webhook', type: 'uuid' },
  dueAt: 'due_at',
  lease: { name: 'lease', type: 'uuid' },
  leasedUntil: 'due_at',
  waiting: sql.fragment`d.state = 'pending'`,
}

export async function claim(
  db: CommonQueryMethods,
  claims: readonly EndpointClaim[],
  { oldest, leasedIds, byMs, leaseMs }: Claim,
): Promise<readonly LeasedDelivery[]> {
  const queues = claims.map(({ webhook, slots }) => ({ queue: webhook, slots }))
  const inTime =
    byMs === null ? sql.fragment`true` : sql.fragment`extract(epoch from statement_timestamp()) * 1000 <= ${byMs}`
  const within = sql.fragment`d.day >= ${oldest}::date and d.delivery <> all(${sql.array(leasedIds, 'uuid')}) and ${inTime}`
  return db.any(
    prepared(sql.type(LeasedDelivery)`
    with ${claimRows(deliveryTable, { queues, within, leaseMs })}
    select d.day::text as day, d.delivery as id, d.event, d.webhook, d.type, d.test, d.replay is not null as replay, d.manual, d.attempts, d.tries, d.lease,
      e.sequence, e.created_at, e.body, case when d.manual then d.first_at is not null and d.first_error is null or exists (
        select from ops.webhook_attempts a where a.delivery = d.delivery and a.day = d.day and a.error is null) else false end as delivered
    from leased d cross join lateral (
      select sequence, created_at, body from ops.webhook_events e where e.event = d.event and e.day = d.day limit 1) e`),
  )
}

export async function renew(
  db: CommonQueryMethods,
  deliveries: readonly LeasedDelivery[],
  leaseMs: number,
): Promise<Set<string>> {
  const leases = deliveries.map(({ id, lease }) => ({ id, lease }))
  return renewLeases(db, deliveryTable, { leases, within: notBefore(deliveries), leaseMs })
}

/** Deliveries that were leased and not sent become due at once. */
export async function releaseLeases(db: Database, deliveries: readonly LeasedDelivery[]): Promise<void> {
  const leases = deliveries.map(({ id, lease }) => [id, lease])
  await db.query(sql.unsafe`
    update ops.webhook_deliveries d set due_at = now(), lease = null
    from ${sql.unnest(leases, ['uuid', 'uuid'])} as o(delivery, lease)
    where ${isHeld(deliveryTable)} and ${notBefore(deliveries)}`)
}

/** A constant, so that the planner skips older partitions. */
export function notBefore(deliveries: readonly LeasedDelivery[]) {
  const [oldest = ''] = deliveries.map(({ day }) => day).sort()
  return sql.fragment`d.day >= ${oldest}::date`
}
