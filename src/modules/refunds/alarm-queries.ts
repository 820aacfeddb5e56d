import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

const CountedRefunds = z.object({ count: z.int(), refund_ids: z.array(z.string()) })
type CountedRefunds = z.infer<typeof CountedRefunds>

/**
 * From the read model `refunds`: refunds of all clients that have been outstanding for longer than `olderThanMs` by the
 * database's clock.
 */
export function getOverdueRefunds(
  db: Database,
  { olderThanMs, refundsMax }: { olderThanMs: number; refundsMax: number },
): Promise<CountedRefunds> {
  return rejectIfUnbuilt(
    db.one(sql.type(CountedRefunds)`
      with overdue as (
        select refund_id, owed_since from read.refunds
        where owed is not null and owed_since < clock_timestamp() - ${olderThanMs} * interval '1 millisecond')
      select (select count(*) from overdue) as count,
        array(select refund_id from overdue order by owed_since, refund_id limit ${refundsMax}) as refund_ids`),
  )
}

/** An alarm that has no switch stays through a night, until people have seen it. */
const RECENT_HOURS = 24

/** From the history: contradictions of the payment network within a day, the newest first. */
export function getRecentContradictions(db: Database, refundsMax: number): Promise<CountedRefunds> {
  return rejectIfUnbuilt(
    db.one(sql.type(CountedRefunds)`
      with recent as (
        select id as refund_id, at from read.history
        where type = 'NetworkContradicted' and at > clock_timestamp() - ${RECENT_HOURS} * interval '1 hour')
      select (select count(*) from recent) as count, array(
        select refund_id from recent group by refund_id order by max(at) desc limit ${refundsMax}) as refund_ids`),
  )
}

const OpenFlags = z.object({ count: z.int() })

/** From the read model `reconciliation_flags`: open flags of all clients. */
export async function countOpenFlags(db: Database): Promise<number> {
  const { count } = await rejectIfUnbuilt(
    db.one(sql.type(OpenFlags)`select count(*) as count from read.reconciliation_flags where status = 'open'`),
  )
  return count
}
