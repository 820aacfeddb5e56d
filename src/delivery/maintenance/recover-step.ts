import { sql } from 'slonik'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { DeliveryLimits } from '#delivery/limits.ts'
import { DUE_CHANNEL } from '#delivery/queue.ts'
import { EVENT_TYPES, isOperational, subscribes } from '#domain/webhooks/event-types.ts'
import type { Transaction } from '#edge/postgres/pool.ts'
import type { Service } from '#service.ts'
import { assertLease, type Lease } from '#subscription/lease.ts'
import { NO_CLIENT } from './reassign-events.ts'

const Recovery = z.object({
  recovery: z.string(),
  webhook: z.string(),
  client_id: z.string(),
  events: z.array(z.string()),
  since: z.string(),
  until: z.string(),
  status: z.enum(['failed', 'missing']),
})
type Recovery = z.infer<typeof Recovery>

/**
 * Takes the oldest open recovery one step further; false when there is none. A step queues rows and counts them in one
 * transaction, so a restart continues after the last step; a row keeps the recovery's id and is not queued by it twice.
 * The recovery stays locked during the step: a statement of a killed process may still run.
 */
export async function recoverStep(service: Service, limits: DeliveryLimits, lease: Lease): Promise<boolean> {
  return service.db.transaction(async tx => {
    // Ends the transaction of a leader that was frozen halfway: it would keep the recovery locked.
    await assertLease(tx, lease)
    const recovery = await tx.maybeOne(sql.type(Recovery)`
      select r.recovery, r.webhook, e.client_id, e.events, r.since, r.until, r.status
      from ops.webhook_recoveries r join ops.webhook_endpoints e using (webhook)
      where r.finished_at is null and e.status <> 'deleted' order by r.recovery limit 1 for update of r`)
    if (recovery === null) return false
    const step = recovery.status === 'failed' ? requeueFailed : queueMissing
    const found = await step(tx, recovery, limits.recoverChunk)
    if (found < limits.recoverChunk)
      await tx.query(sql.unsafe`
        update ops.webhook_recoveries set finished_at = now() where recovery = ${recovery.recovery}`)
    return true
  })
}

const Count = z.object({ count: z.number() })

/** Returns how many were found; fewer are queued when some were retried manually at the same time. */
async function requeueFailed(tx: Transaction, recovery: Recovery, chunk: number): Promise<number> {
  const { count } = await tx.one(sql.type(Count)`
    with picked as (
      select d.day, d.delivery from ops.webhook_deliveries d
      where d.webhook = ${recovery.webhook} and d.state = 'failed' and d.created_at >= ${recovery.since} and d.created_at < ${recovery.until}
        and d.recovery is distinct from ${recovery.recovery}::uuid
        and not exists (select 1 from ops.webhook_events e where e.event = d.event and e.day = d.day and e.client_id = ${NO_CLIENT})
      order by d.created_at limit ${chunk}),
    requeued as (
      update ops.webhook_deliveries d
      set state = 'pending', tries = 0, due_at = now(), finished_at = null, recovery = ${recovery.recovery}
      from picked p where d.day = p.day and d.delivery = p.delivery and d.state = 'failed' returning 1),
    counted as (
      update ops.webhook_recoveries set requeued = requeued + (select count(*) from requeued) where recovery = ${recovery.recovery})
    select (select count(*)::int4 from picked) as count, pg_notify(${DUE_CHANNEL}, ${recovery.webhook})`)
  return count
}

async function queueMissing(tx: Transaction, recovery: Recovery, chunk: number): Promise<number> {
  const types = EVENT_TYPES.filter(type => subscribes(recovery.events, type))
  // An endpoint gets no events about itself. Operational events hold no personal data, so they are in plaintext.
  const operational = types.filter(isOperational)
  const itself = `"webhook_id":"wh_${recovery.webhook}"`
  const missing = await tx.any(sql.type(z.object({ day: z.string(), event: z.string(), type: z.string() }))`
    select distinct on (e.created_at, e.event) e.day::text as day, e.event, e.type from ops.webhook_events e
    where e.client_id = ${recovery.client_id} and not e.test and e.type = any(${sql.array(types, 'text')})
      and e.created_at >= ${recovery.since} and e.created_at < ${recovery.until}
      and not exists (select 1 from ops.webhook_deliveries d where d.webhook = ${recovery.webhook} and d.event = e.event)
      and not (e.type = any(${sql.array(operational, 'text')}) and position(convert_to(${itself}, 'UTF8') in e.body) > 0)
    order by e.created_at, e.event limit ${chunk}`)
  const rows = missing.map(({ day, event, type }) => [day, uuidv7(), event, type])
  await tx.query(sql.unsafe`
    with queued as (
      insert into ops.webhook_deliveries (day, delivery, event, webhook, type, state, test, due_at, created_at, recovery)
      select n.day, n.delivery, n.event, ${recovery.webhook}, n.type, 'pending', false, now(), now(), ${recovery.recovery}
      from ${sql.unnest(rows, ['date', 'uuid', 'uuid', 'text'])} as n(day, delivery, event, type)),
    counted as (update ops.webhook_recoveries set requeued = requeued + ${rows.length} where recovery = ${recovery.recovery})
    select pg_notify(${DUE_CHANNEL}, ${recovery.webhook})`)
  return rows.length
}
