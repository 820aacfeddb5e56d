import type { Logger } from 'pino'
import type { NetworkOutcome } from '#domain/refunds/commands.ts'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import type { Recorded } from '#event-sourcing/decider.ts'

export type OutcomeObserver = { outcome(command: NetworkOutcome['type']): void; contradiction(): void }

/** No event means that the outcome was known. */
export function reportOutcome(
  log: Logger,
  observer: OutcomeObserver,
  outcome: NetworkOutcome,
  events: readonly Recorded<RefundEvent>[],
): void {
  const [event] = events
  if (event?.type === 'NetworkContradicted') {
    observer.contradiction()
    log.error(
      { refund_id: refundStreams.idOf(event), ...event.data },
      'the payment network contradicts the recorded outcome of a refund; find out where the money is',
    )
  } else if (event !== undefined) observer.outcome(outcome.type)
}
