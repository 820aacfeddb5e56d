import pMap from 'p-map'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Config } from '#config/config.ts'
import { analysisStreams } from '#domain/sms/analyses/events.ts'
import { isUnbuilt } from '#edge/postgres/when-built.ts'
import { startRounds } from '#reactions/rounds.ts'
import type { Service } from '#service.ts'
import { forgetMessages } from '#services/sms/sealed.ts'

/** A charge whose analysis is not recorded after so long was of a process that died: no request takes a tenth of it. */
export const UNRECORDED_MS = 600_000
/** Charges whose analysis is asked for in one round. */
const CHARGES_AT_ONCE = 1_000
const PARALLEL_READS = 16
const EVERY_MS = 60_000

type Upkept = Pick<Service, 'db' | 'store' | 'vault' | 'log' | 'now'> & { config: Config }

/** What is to be done once in a while, by whoever plays the role `reactor`: all of it repeats harmlessly, and by several at once. */
export function startUpkeep(service: Upkept): { stop(): Promise<void> } {
  return startRounds(EVERY_MS, () =>
    upkeep(service).catch(err => service.log.warn({ err }, 'the upkeep of messages failed, and is tried again')),
  )
}

async function upkeep(service: Upkept): Promise<void> {
  // Two clocks must say that a day is over: what is forgotten can't be brought back.
  const now = new Date(Math.min(service.now().getTime(), Date.now()))
  const keys = await forgetMessages(service, service.config.SMS_RETENTION_DAYS, now)
  if (keys > 0) service.log.info({ keys }, 'the messages of days that are over were forgotten')
  const given = await settleCharges(service, UNRECORDED_MS)
  if (given > 0) service.log.info({ charges: given }, 'charges of analyses that were never recorded were given back')
}

const Charge = z.object({ analysis_id: z.string() })
const Given = z.object({ count: z.coerce.number() })

/**
 * Forgets charges of so long ago whose analysis is in the list, and gives back those whose analysis was never recorded. What is recorded and not
 * yet in the list stays. Answers how many were given back.
 */
export async function settleCharges(
  { db, store }: Pick<Service, 'db' | 'store'>,
  olderThanMs: number,
): Promise<number> {
  const isOld = sql.fragment`charged_at <= now() - ${olderThanMs} * interval '1 millisecond'`
  const listed = sql.unsafe`
    delete from ops.sms_charges c using read.sms_analyses a where a.analysis_id = c.analysis_id and ${isOld}`
  await db.query(listed).catch(error => {
    // Without the list, at the first start, all of them stay.
    if (!isUnbuilt(error)) throw error
  })
  const ids = await db.anyFirst(sql.type(Charge)`
    select analysis_id from ops.sms_charges where ${isOld} order by charged_at limit ${CHARGES_AT_ONCE}`)
  const read = await pMap(ids, id => store.read(analysisStreams.stream(id)), { concurrency: PARALLEL_READS })
  const unrecorded = ids.filter((_, at) => read[at]!.length === 0)
  return giveBack(db, unrecorded, isOld)
}

const Month = z.object({ client_id: z.string(), month: z.string() })

/** Of two that settle the same, the second finds nothing to give back; and whoever was asked for since is young again, and stays charged. */
async function giveBack(db: Service['db'], ids: readonly string[], isOld: FragmentSqlToken): Promise<number> {
  if (ids.length === 0) return 0
  const asked = sql.array(ids, 'text')
  return db.transaction(async tx => {
    // Locked in the order in which those who charge lock: the month, then its charges.
    await tx.any(sql.type(Month)`
      select client_id, month::text from ops.sms_quota
      where (client_id, month) in (select client_id, month from ops.sms_charges where analysis_id = any(${asked}))
      order by client_id, month for update`)
    return tx.oneFirst(sql.type(Given)`
      with lost as (
        delete from ops.sms_charges where analysis_id = any(${asked}) and ${isOld} returning client_id, month),
      given as (
        update ops.sms_quota q set used = greatest(0, q.used - l.count)
        from (select client_id, month, count(*) as count from lost group by client_id, month) l
        where q.client_id = l.client_id and q.month = l.month)
      select count(*) as count from lost`)
  })
}
