import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

/**
 * Devices of all clients, after `after`, whose token row has disagreed with their registration for longer than
 * `olderThanMs` by the database's clock: no row for an active device, or a row for an inactive one.
 */
export async function listMisassignedDevices(
  db: Database,
  { olderThanMs, after, limit }: { olderThanMs: number; after: string | null; limit: number },
): Promise<readonly string[]> {
  const isOld = sql.fragment`registered_at < clock_timestamp() - ${olderThanMs} * interval '1 millisecond'`
  const isAfter = after === null ? sql.fragment`true` : sql.fragment`device > ${after}::uuid`
  const isSameRegistration = sql.fragment`
    t.device = d.device and t.registration = d.registration and t.registered_at = d.registered_at`
  return rejectIfUnbuilt(
    db.anyFirst(sql.type(z.object({ id: z.string() }))`
      select device::text as id from (
        select device from read.push_devices as d
        where status = 'active' and ${isOld} and ${isAfter} and not exists (
          select from ops.push_tokens as t where ${isSameRegistration})
        union
        select device from ops.push_tokens as t
        where ${isOld} and ${isAfter} and not exists (
          select from read.push_devices as d
          where ${isSameRegistration} and d.status = 'active')
      ) as unsettled
      order by device limit ${limit}`),
  )
}
