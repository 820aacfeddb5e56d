import { releaseBudget } from '#commands/refunds/release-budget.ts'
import type { DomainEvent, Recorded } from '#decider.ts'
import { refunds } from '#domain/refunds/decider.ts'
import type { RefundEvent } from '#domain/refunds/events.ts'
import { isRefund } from '#domain/refunds/state.ts'
import { causeOf } from '#reactions/due-work.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'

/**
 * Gives back what a refund held of its transaction once no money of it is out: cancelled, failed, voided before money moved,
 * come to nothing after a void, reversed. The commands that close a refund do so in line already; this is what makes it
 * certain, for it comes again until it is done.
 */
export async function releaseBudgetOnRefundClosed(service: Service, recorded: Recorded<DomainEvent>): Promise<void> {
  if (!refunds.has(recorded)) return
  const event = refunds.parse(recorded)
  if (!freesBudget(event)) return
  const refund_id = refunds.idOf(event)
  const { state } = await service.execute.load(refunds, refund_id)
  if (!isRefund(state)) return
  // The other closing events end the refund for good, so the attempt they closed is the last one.
  const attempt = event.type === 'RefundFailed' ? event.data.attempt : state.attempt
  const context = systemContext('budget-process', state.client_id, causeOf(event), service.now())
  await releaseBudget(service, context, state, { refund_id, attempt, reason: REASONS[event.type] ?? event.type })
}

const REASONS: Record<string, string> = {
  RefundCancelled: 'cancelled',
  RefundFailed: 'failed',
  RefundVoided: 'voided',
  TransferFailedAfterVoid: 'voided',
  ReversalCompleted: 'reversed',
}

function freesBudget(event: RefundEvent): boolean {
  if (event.type === 'RefundVoided') return event.data.transfer === 'none'
  return event.type in REASONS
}
