import type { DomainEvent, Recorded } from '#decider.ts'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import { type Arming, causeOf } from '#reactions/due-work.ts'

/**
 * Which events leave something to be done for the payment process, and when; null for the others. What is to be done is not
 * decided here: the process asks the refund itself when the time has come.
 */
export function transferOnRefundRequested(event: Recorded<DomainEvent>, cancelWindowMs: number): Arming | null {
  const dueInMs = dueAfter(refundStreams.parse(event), cancelWindowMs)
  if (dueInMs === null) return null
  return { ...causeOf(event), id: refundStreams.idOf(event), dueAt: new Date(Date.parse(event.at) + dueInMs) }
}

function dueAfter({ type, data }: RefundEvent, cancelWindowMs: number): number | null {
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
