import { Gauge } from 'prom-client'
import { type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import type { Service } from '#service.ts'

/** Refunds take half a minute. After this a person is needed: no answer, no settlement, or a contradiction. */
const OUTSTANDING_MINUTES_MAX = 15
const REFUND_IDS_MAX = 3
/** An alarm that has no switch stays through a night, until people have seen it. */
const RECENT_HOURS = 24

const CountedRefunds = z.object({ count: z.int(), refund_ids: z.array(z.string()) })

/** By the database's clock; the longest outstanding first. */
const overdueRefunds = sql.type(CountedRefunds)`
  with overdue as (
    select refund_id, owed_since from read.refunds
    where owed is not null and owed_since < clock_timestamp() - ${OUTSTANDING_MINUTES_MAX} * interval '1 minute')
  select (select count(*) from overdue) as count,
    array(select refund_id from overdue order by owed_since, refund_id limit ${REFUND_IDS_MAX}) as refund_ids`

/** From the history, the newest first. */
const recentContradictions = sql.type(CountedRefunds)`
  with recent as (
    select id as refund_id, at from read.history
    where type = 'NetworkContradicted' and at > clock_timestamp() - ${RECENT_HOURS} * interval '1 hour')
  select (select count(*) from recent) as count, array(
    select refund_id from recent group by refund_id order by max(at) desc limit ${REFUND_IDS_MAX}) as refund_ids`

const openFlags = sql.type(z.object({ count: z.int() }))`
  select count(*) as count from read.reconciliation_flags where status = 'open'`

/** Notes for health, and gauges: contradictions, overdue refunds, open flags. */
export function observeOverdue({ metrics, db }: Pick<Service, 'metrics' | 'db'>): () => Promise<string[]> {
  const overdueGauge = new Gauge({
    name: 'refunds_overdue',
    help: `Refunds that have been outstanding for more than ${OUTSTANDING_MINUTES_MAX} minutes`,
    registers: [metrics],
  })
  const flagsGauge = new Gauge({
    name: 'reconciliation_flags_open',
    help: 'Unresolved discrepancies between statements of the payment network and refunds',
    registers: [metrics],
  })
  const one = <T extends z.ZodType>(query: QuerySqlToken<T>) => rejectIfUnbuilt(db.one(query))

  return async () => {
    const overdue = await one(overdueRefunds)
    overdueGauge.set(overdue.count)
    const flags = await one(openFlags)
    flagsGauge.set(flags.count)
    const contradictions = await one(recentContradictions)
    const notes = [
      [
        contradictions.count,
        `the payment network contradicted recorded outcomes ${contradictions.count} times within ${RECENT_HOURS} hours, see the audit of ${contradictions.refund_ids.join(', ')}`,
      ],
      [
        overdue.count,
        `${overdue.count} refunds have been outstanding for more than ${OUTSTANDING_MINUTES_MAX} minutes, the longest ${overdue.refund_ids.join(', ')}`,
      ],
      [
        flags.count,
        `${flags.count} discrepancies with statements of the payment network are open, see GET /reconciliation/flags`,
      ],
    ] as const
    return notes.flatMap(([count, note]) => (count === 0 ? [] : [note]))
  }
}
