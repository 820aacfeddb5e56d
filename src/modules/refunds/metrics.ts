import { Counter, Gauge } from 'prom-client'
import type { Service } from '#service.ts'
import { countOpenFlags, getOverdueRefunds, getRecentContradictions } from './alarm-queries.ts'
import type { OutcomeObserver } from './report-outcome.ts'

/**
 * A refund should be done within half a minute. One that takes this long needs a person: the network does not answer,
 * never settles, or contradicted itself.
 */
const OUTSTANDING_MINUTES_MAX = 15
const REFUND_IDS_MAX = 3

export type PaymentObserver = OutcomeObserver & { timeout(): void }

export function observePayments({ metrics }: Pick<Service, 'metrics'>): PaymentObserver {
  const registers = [metrics]
  const outcomes = new Counter({
    name: 'refund_payment_outcomes_total',
    help: 'Recorded outcomes of transfers and reversals, by command',
    labelNames: ['outcome'],
    registers,
  })
  const timeouts = new Counter({
    name: 'refund_payment_timeouts_total',
    help: 'Requests to the payment network without a response',
    registers,
  })
  const contradictions = new Counter({
    name: 'refund_network_contradictions_total',
    help: 'Outcomes reported by the payment network that contradict the recorded one',
    registers,
  })
  return {
    contradiction: () => contradictions.inc(),
    timeout: () => timeouts.inc(),
    outcome: outcome => outcomes.inc({ outcome }),
  }
}

/** Notes for health, and gauges: contradictions, overdue refunds, open flags. */
export function observeOverdue({ metrics, db }: Pick<Service, 'metrics' | 'db'>): () => Promise<string[]> {
  const overdueRefunds = new Gauge({
    name: 'refunds_overdue',
    help: `Refunds that have been outstanding for more than ${OUTSTANDING_MINUTES_MAX} minutes`,
    registers: [metrics],
  })
  const openFlags = new Gauge({
    name: 'reconciliation_flags_open',
    help: 'Unresolved discrepancies between statements of the payment network and refunds',
    registers: [metrics],
  })
  return async () => {
    const { count, refund_ids } = await getOverdueRefunds(db, {
      olderThanMs: OUTSTANDING_MINUTES_MAX * 60_000,
      refundsMax: REFUND_IDS_MAX,
    })
    overdueRefunds.set(count)
    const overdueNote = `${count} refunds have been outstanding for more than ${OUTSTANDING_MINUTES_MAX} minutes, the longest ${refund_ids.join(', ')}`
    const open = await countOpenFlags(db)
    openFlags.set(open)
    const flagNote = `${open} discrepancies with statements of the payment network are open, see GET /reconciliation/flags`
    return [...(await contradictionNotes(db)), ...(count === 0 ? [] : [overdueNote]), ...(open === 0 ? [] : [flagNote])]
  }
}

async function contradictionNotes(db: Service['db']): Promise<string[]> {
  const { count, refund_ids } = await getRecentContradictions(db, REFUND_IDS_MAX)
  if (count === 0) return []
  return [
    `the payment network contradicted recorded outcomes ${count} times within 24 hours, see the audit of ${refund_ids.join(', ')}`,
  ]
}
