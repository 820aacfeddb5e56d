import { personalData } from '#declarations/personal-data.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import { reconciliationStreams } from '#domain/refunds/reconciliation/events.ts'
import { isRefund } from '#domain/refunds/state.ts'
import { fold, type Recorded } from '#event-sourcing/decider.ts'

export const refundPersonalData = personalData<RefundEvent>({ streams: refundStreams, version: 1, closedAt })
export const reconciliationPersonalData = personalData({ streams: reconciliationStreams, version: 1 })

/** A failed refund is closed too: a retry is a new payment. */
function closedAt(events: readonly Recorded<RefundEvent>[]): string | null {
  const state = fold(refunds.decider, events)
  const at = events.at(-1)?.at ?? null
  if (!isRefund(state)) return at
  const { status, transfer, reversal } = state
  const isOpen = status === 'pending' || status === 'processing' || reversal?.status === 'pending'
  return isOpen || (status === 'voided' && transfer === 'in_flight') ? null : at
}
