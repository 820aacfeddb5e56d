import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'

/** About two minutes of failures. */
const STUCK_FAILURES = 9

const SubscriptionRow = z.object({
  name: z.string(),
  version: z.int(),
  commit_position: z.string().nullable(),
  prepare_position: z.string().nullable(),
  moved_at: z.string(),
  holder: z.int().nullable(),
  lease_until: z.string().nullable(),
})
const QueueRow = z.object({
  queue: z.string(),
  jobs: z.number(),
  due: z.number(),
  oldest_due_ms: z.number(),
  stuck: z.number(),
})
const DeliveriesRow = z.object({ pending: z.number(), due: z.number(), oldest_due_ms: z.number() })
const ParkedRow = z.object({ subscription: z.string(), events: z.number(), last_parked_at: z.string() })

/** Of all processes and all clients, as they left it in PostgreSQL. Ages are by the database's clock. */
export async function getInstallationStatus(db: Database) {
  const [subscriptions, queues, deliveries, parked] = await Promise.all([
    listSubscriptions(db),
    listQueues(db),
    countDeliveries(db),
    listParked(db),
  ])
  return { subscriptions, queues, deliveries, parked }
}

function listSubscriptions(db: Database) {
  return db.any(sql.type(SubscriptionRow)`
    select c.name, c.version, c.commit_position::text, c.prepare_position::text, c.updated_at as moved_at,
      l.holder, l.until as lease_until
    from ops.checkpoints c left join ops.leaders l on l.name = c.name and l.until > clock_timestamp()
    order by c.name`)
}

/** A queue without jobs has no row. */
function listQueues(db: Database) {
  return db.any(sql.type(QueueRow)`
    select queue, count(*) as jobs, count(*) filter (where due_at <= clock_timestamp()) as due,
      count(*) filter (where failures >= ${STUCK_FAILURES}) as stuck, ${ageOfOldest}
    from ops.due_work where due_at < 'infinity' group by queue order by queue`)
}

/** A delivery that is being attempted is due when its lease ends, so it does not count as due. */
function countDeliveries(db: Database) {
  return db.one(sql.type(DeliveriesRow)`
    select count(*) as pending, count(*) filter (where due_at <= clock_timestamp()) as due, ${ageOfOldest}
    from ops.webhook_deliveries where state = 'pending'`)
}

function listParked(db: Database) {
  return db.any(sql.type(ParkedRow)`
    select follower as subscription, count(*) as events, max(set_aside_at) as last_parked_at
    from ops.set_aside group by follower order by follower`)
}

const ageOfOldest = sql.fragment`
  coalesce(greatest(extract(epoch from clock_timestamp() - min(due_at)) * 1000, 0), 0)::bigint as oldest_due_ms`
