import { sql } from 'slonik'
import { oldestPendingDay } from '#delivery/dispatch/claim.ts'
import type { DeliveryLimits } from '#delivery/limits.ts'
import type { Database } from '#edge/postgres/pool.ts'

/** False when no delivery is left. There can be millions, more than one statement can cancel in its time limit. */
export async function cancelDeletedStep(db: Database, { recoverChunk }: DeliveryLimits): Promise<boolean> {
  const oldest = await oldestPendingDay(db)
  const { rowCount } = await db.query(sql.unsafe`
    with waiting as (
      select w.day, w.delivery from ops.webhook_endpoints e cross join lateral (
        select d.day, d.delivery from ops.webhook_deliveries d
        where d.webhook = e.webhook and d.state = 'pending' and d.lease is null and d.day >= ${oldest}::date
        limit ${recoverChunk} for update skip locked) w
      where e.status = 'deleted' limit ${recoverChunk})
    update ops.webhook_deliveries d set state = 'cancelled', finished_at = now()
    from waiting w where d.day = w.day and d.delivery = w.delivery`)
  return rowCount > 0
}
