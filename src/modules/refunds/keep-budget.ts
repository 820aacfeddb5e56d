import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import { type TransactionEvent, transactionStreams } from '#domain/transactions/events.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import type { Reaction, Struck } from '#reactions/reaction.ts'
import { refundEvent, transactionEvent } from './refund-event.ts'
import { RELEASE_QUEUE, releaseId, releaseOf } from './release-budget-on-refund-closed.ts'
import { checkOfReservation, RESERVATION_QUEUE, reservationId } from './sweep-reservation-on-refund-reserved.ts'

/**
 * What a transaction's budget needs beside the commands: a reservation is looked after until its refund is there, and the end
 * of a refund gives its part back.
 */
export function keepBudget(reservationGraceMs: number): Reaction {
  return {
    name: 'refund-budget',
    prefixes: [refundStreams.prefix, transactionStreams.prefix],
    due(event) {
      const arming = transactionStreams.has(event)
        ? checkOfReservation(transactionEvent(event), reservationGraceMs)
        : releaseOf(refundEvent(event))
      return arming === null ? [] : [arming]
    },
    strikes: event =>
      transactionStreams.has(event) ? struckByTransaction(transactionEvent(event)) : struckByRefund(refundEvent(event)),
  }
}

/**
 * Of a reservation that became no refund. It may have been another transaction's under the id of a refund that there is: two requests with one key
 * at the same moment.
 */
const NEVER_CAME: ReadonlySet<string> = new Set(['abandoned', 'not_created'])

function struckByTransaction({ type, data, stream }: Recorded<TransactionEvent>): Struck[] {
  switch (type) {
    case 'RefundReserved':
      // A retry's reservation takes the place of the one before, which needs no release then.
      return data.attempt === 0 ? [] : [{ queue: RELEASE_QUEUE, id: releaseId(data.refund_id, data.attempt - 1) }]
    case 'RefundReleased': {
      const reservation = { queue: RESERVATION_QUEUE, id: reservationId(data.refund_id, data.attempt, stream) }
      if (NEVER_CAME.has(data.reason)) return [reservation]
      return [
        reservation,
        { queue: RELEASE_QUEUE, id: releaseId(data.refund_id, data.attempt) },
        { queue: RELEASE_QUEUE, id: releaseId(data.refund_id, null) },
      ]
    }
    default:
      return []
  }
}

/** A reservation that became its refund or its retry needs no looking after. */
function struckByRefund({ type, data, ...event }: Recorded<RefundEvent>): Struck[] {
  const refundId = refundStreams.idOf(event)
  switch (type) {
    case 'RefundRequested': {
      const reservedOn = transactionStreams.stream(transactionStreams.id(data.client_id, data.transaction_id))
      return [{ queue: RESERVATION_QUEUE, id: reservationId(refundId, 0, reservedOn) }]
    }
    case 'RefundRetried':
      return [{ queue: RESERVATION_QUEUE, idsFrom: reservationId(refundId, data.attempt, '') }]
    default:
      return []
  }
}
