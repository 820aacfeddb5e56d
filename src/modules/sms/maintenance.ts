import pMap from 'p-map'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { analysisStreams } from '#domain/sms/analyses/events.ts'
import { isUnbuiltError } from '#edge/postgres/read-model-readiness.ts'
import { startInterval } from '#reactions/start-interval.ts'
import type { Service } from '#service.ts'
import type { SmsConfig } from '#services/sms/config.ts'
import { deleteContentKeys } from '#services/sms/sealed-content.ts'

/** An older charge without an analysis belongs to a process that crashed: requests take less than a tenth of it. */
export const UNRECORDED_MS_MAX = 600_000
const CHARGES_PER_RUN_MAX = 1_000
const PARALLEL_READS = 16
const INTERVAL_MS = 60_000

type MaintenanceContext = Pick<Service, 'db' | 'store' | 'vault' | 'log' | 'now'> & { config: SmsConfig }

/** Runs in every process with the role `reactor`; concurrent runs are harmless. */
export function startMaintenance(service: MaintenanceContext): { stop(): Promise<void> } {
  return startInterval(INTERVAL_MS, () =>
    runMaintenance(service).catch(err => service.log.warn({ err }, 'SMS maintenance failed; it will be retried')),
  )
}

async function runMaintenance(service: MaintenanceContext): Promise<void> {
  // Uses the earlier of two clocks, because a deleted key cannot be restored.
  const now = new Date(Math.min(service.now().getTime(), Date.now()))
  const keys = await deleteContentKeys(service, service.config.SMS_RETENTION_DAYS, now)
  if (keys > 0) service.log.info({ keys }, 'keys of messages past their retention were deleted')
  const released = await settleCharges(service, UNRECORDED_MS_MAX)
  if (released > 0)
    service.log.info({ charges: released }, 'charges of analyses that were never recorded were released')
}

const ChargeRow = z.object({ analysis_id: z.string() })
const ReleasedRow = z.object({ count: z.coerce.number() })

/**
 * Deletes older charges whose analysis is in the read model, and releases those whose analysis was never recorded.
 * Others stay. Returns how many were released.
 */
export async function settleCharges(
  { db, store }: Pick<Service, 'db' | 'store'>,
  olderThanMs: number,
): Promise<number> {
  const isOld = sql.fragment`charged_at <= now() - ${olderThanMs} * interval '1 millisecond'`
  const listed = sql.unsafe`
    delete from ops.sms_charges c using read.sms_analyses a where a.analysis_id = c.analysis_id and ${isOld}`
  await db.query(listed).catch(error => {
    // The read model is not built yet at the first start.
    if (!isUnbuiltError(error)) throw error
  })
  const ids = await db.anyFirst(sql.type(ChargeRow)`
    select analysis_id from ops.sms_charges where ${isOld} order by charged_at limit ${CHARGES_PER_RUN_MAX}`)
  const read = await pMap(ids, id => store.read(analysisStreams.stream(id)), { concurrency: PARALLEL_READS })
  const unrecorded = ids.filter((_, at) => read[at]!.length === 0)
  return releaseCharges(db, unrecorded, isOld)
}

const MonthRow = z.object({ client_id: z.string(), month: z.string() })

/** Checks the age again under the lock: a concurrent run may have released a charge, or a request renewed it. */
async function releaseCharges(db: Service['db'], ids: readonly string[], isOld: FragmentSqlToken): Promise<number> {
  if (ids.length === 0) return 0
  const chargeIds = sql.array(ids, 'text')
  return db.transaction(async tx => {
    // Takes locks in the order of `ops.sms_charge`: the month, then its charges.
    await tx.any(sql.type(MonthRow)`
      select client_id, month::text from ops.sms_quota
      where (client_id, month) in (select client_id, month from ops.sms_charges where analysis_id = any(${chargeIds}))
      order by client_id, month for update`)
    return tx.oneFirst(sql.type(ReleasedRow)`
      with lost as (
        delete from ops.sms_charges where analysis_id = any(${chargeIds}) and ${isOld} returning client_id, month),
      given as (
        update ops.sms_quota q set used = greatest(0, q.used - l.count)
        from (select client_id, month, count(*) as count from lost group by client_id, month) l
        where q.client_id = l.client_id and q.month = l.month)
      select count(*) as count from lost`)
  })
}
