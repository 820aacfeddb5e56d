import { releaseBudget } from '#commands/refunds/release-budget.ts'
import { refunds } from '#domain/refunds/decider.ts'
import type { RefundEvent } from '#domain/refunds/events.ts'
import { isRefund, type RefundState } from '#domain/refunds/state.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import type { StepOutcome } from '#reactions/due-runner.ts'
import { type Arming, type Claimed, causeOf } from '#reactions/due-work.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'

export const RELEASE_QUEUE = 'budget-release'

/** What the end of a refund leaves to be done for its transaction. Ends that concern one attempt name it. */
export function releaseOf(event: Recorded<RefundEvent>): Arming | null {
  const attempt = closedAttempt(event)
  if (attempt === null) return null
  const id = releaseId(refunds.idOf(event), attempt === 'the last' ? null : attempt)
  return { ...causeOf(event), queue: RELEASE_QUEUE, id, dueInMs: 0 }
}

export function releaseId(refundId: string, attempt: number | null): string {
  return attempt === null ? refundId : `${refundId}:${attempt}`
}

function closedAttempt({ type, data }: RefundEvent): number | 'the last' | null {
  switch (type) {
    case 'RefundFailed':
    case 'TransferFailedAfterVoid':
      return data.attempt
    case 'RefundCancelled':
    case 'ReversalCompleted':
      return 'the last'
    case 'RefundVoided':
      return data.transfer === 'none' ? 'the last' : null
    default:
      return null
  }
}

/**
 * Gives back what a refund held of its transaction once no money of it is out: cancelled, failed, voided before money moved,
 * come to nothing after a void, reversed. The commands that close a refund do so in line already; this is what makes it
 * certain, for it is repeated until it is done.
 */
export function createReleaseBudget(service: Service) {
  return async function release(claim: Claimed): Promise<StepOutcome> {
    const [refund_id = '', attemptText] = claim.id.split(':')
    const { state } = await service.execute.load(refunds, refund_id)
    if (!isRefund(state)) return { done: true }
    const attempt = attemptText === undefined ? state.attempt : Number(attemptText)
    const reason = freedBy(state, attempt)
    if (reason === null) return { done: true }
    const context = systemContext('budget-process', state.client_id, claim, service.now())
    await releaseBudget(service, context, state, { refund_id, attempt, reason })
    return { done: true }
  }
}

/** Why an attempt speaks for nothing any more; null while its money is out or may still go out. */
export function freedBy(state: RefundState, attempt: number): string | null {
  if (!isRefund(state) || attempt > state.attempt) return null
  // There is a next attempt only after this one failed.
  if (attempt < state.attempt) return 'failed'
  switch (state.status) {
    case 'cancelled':
    case 'failed':
      return state.status
    case 'voided':
      if (state.transfer === 'none') return 'voided'
      return state.reversal?.status === 'completed' ? 'reversed' : null
    default:
      return null
  }
}
