import { Counter } from 'prom-client'
import { recentContradictions } from '#queries/refunds/recent-contradictions.ts'
import type { Service } from '#service.ts'
import type { OutcomeObserver } from './network-outcome.ts'

/** Refunds that the note on contradictions names. */
const NAMED_MAX = 3

export type PaymentObserver = OutcomeObserver & { silence(): void }

/** What can be seen of the payment process from outside. */
export function observePayments({ metrics }: Pick<Service, 'metrics'>): PaymentObserver {
  const registers = [metrics]
  const outcomes = new Counter({
    name: 'refund_payment_outcomes_total',
    help: 'Outcomes of transfers and reversals that were recorded, by command',
    labelNames: ['outcome'],
    registers,
  })
  const silences = new Counter({
    name: 'refund_payment_silences_total',
    help: 'Questions to the payment network that got no answer',
    registers,
  })
  const contradictions = new Counter({
    name: 'refund_network_contradictions_total',
    help: 'Answers of the payment network that can not be true beside what is recorded',
    registers,
  })
  return {
    contradiction: () => contradictions.inc(),
    silence: () => silences.inc(),
    outcome: outcome => outcomes.inc({ outcome }),
  }
}

/** For health: what the network contradicted of late. */
export async function contradictionNotes(db: Service['db']): Promise<string[]> {
  const { count, refund_ids } = await recentContradictions(db, NAMED_MAX)
  if (count === 0) return []
  return [
    `the payment network contradicted what is recorded ${count} times within 24 hours, see the audit of ${refund_ids.join(', ')}`,
  ]
}
