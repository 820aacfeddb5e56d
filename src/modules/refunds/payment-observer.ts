import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import type { NetworkOutcome } from '#domain/refunds/commands.ts'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'

export type PaymentObserver = ReturnType<typeof observePayments>

export function observePayments({ metrics }: Pick<Service, 'metrics'>) {
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
    outcome: (outcome: NetworkOutcome['type']) => outcomes.inc({ outcome }),
  }
}

/** No event means that the outcome was known. */
export function reportOutcome(
  log: Logger,
  observer: PaymentObserver,
  outcome: NetworkOutcome,
  [event]: readonly Recorded<RefundEvent>[],
): void {
  if (event?.type === 'NetworkContradicted') {
    observer.contradiction()
    log.error(
      { refund_id: refundStreams.idOf(event), ...event.data },
      'the payment network contradicts the recorded outcome of a refund; find out where the money is',
    )
  } else if (event !== undefined) observer.outcome(outcome.type)
}
