import { refundStreams } from '#domain/refunds/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { type Arming, causeOf } from '#reactions/due-work.ts'
import type { Reaction } from '#reactions/reaction.ts'
import { refundEvent } from './refund-event.ts'

export const PAYMENT_QUEUE = 'refund-payment'

/**
 * Which events leave something to be done for the payment process, and when. What is to be done is not decided here: the
 * process asks the refund itself when the time has come.
 */
export function startTransferOnRefundRequested(cancelWindowMs: number): Reaction {
  return {
    name: 'refund-payments',
    prefixes: [refundStreams.prefix],
    due(event) {
      const dueInMs = dueAfterMs(event, cancelWindowMs)
      return dueInMs === null ? [] : [paymentOf(event, dueInMs)]
    },
    strikes: event => (isSettling(event) ? [{ queue: PAYMENT_QUEUE, id: refundStreams.idOf(event) }] : []),
  }
}

function paymentOf(event: Recorded<DomainEvent>, dueInMs: number): Arming {
  return { ...causeOf(event), queue: PAYMENT_QUEUE, id: refundStreams.idOf(event), dueInMs }
}

function dueAfterMs(event: Recorded<DomainEvent>, cancelWindowMs: number): number | null {
  const { type, data } = refundEvent(event)
  switch (type) {
    case 'RefundRequested':
    case 'RefundRetried':
      return cancelWindowMs
    case 'RefundVoided':
      return data.transfer === 'in_flight' ? 0 : null
    case 'ReversalStarted':
      return 0
    default:
      return null
  }
}

/** A settled transfer of a voided refund leaves its reversal; the event that starts it comes right after and is due itself. */
function isSettling(event: Recorded<DomainEvent>): boolean {
  const { type, data } = refundEvent(event)
  switch (type) {
    case 'RefundCompleted':
    case 'RefundFailed':
    case 'RefundCancelled':
    case 'TransferSettledAfterVoid':
    case 'TransferFailedAfterVoid':
    case 'ReversalCompleted':
    case 'ReversalFailed':
      return true
    case 'RefundVoided':
      return data.transfer !== 'in_flight'
    default:
      return false
  }
}
