import { releaseBudget } from '#commands/refunds/release-budget.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { isRefund, type Refund, type RefundState } from '#domain/refunds/state.ts'
import { heldMinor, transactions } from '#domain/transactions/decider.ts'
import type { TransactionEvent } from '#domain/transactions/events.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import type { StepOutcome } from '#reactions/due-runner.ts'
import { type Arming, type Claimed, causeOf } from '#reactions/due-work.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'

/**
 * How long a reservation may stand without its refund or retry. The two are appended milliseconds apart; after a minute
 * whoever reserved is dead, and the part of the transaction would be blocked for ever.
 */
export const RESERVATION_GRACE_MS = 60_000

export const RESERVATION_QUEUE = 'reservation'

/** The check that a reservation asks for, as work that is due later; null when the event is no reservation. */
export function checkOfReservation(event: Recorded<TransactionEvent>, graceMs: number): Arming | null {
  const { type, data } = event
  if (type !== 'RefundReserved') return null
  const id = reservationId(data.refund_id, data.attempt, event.stream)
  return { ...causeOf(event), queue: RESERVATION_QUEUE, id, dueInMs: graceMs }
}

/** With the transaction's stream: a key that was used for two transactions reserves on both under one refund_id. */
export function reservationId(refundId: string, attempt: number, stream: string): string {
  return `${refundId}:${attempt}:${stream}`
}

/**
 * Looks whether a reservation became a refund. If not, the refund's stream is closed for it first, so that a request or retry
 * still on its way finds the door shut, and only then the budget is given back: it can't be used twice.
 */
export function createSweepReservation(service: Service) {
  const { execute } = service

  return async function sweepReservation(claim: Claimed): Promise<StepOutcome> {
    const [refundId = '', attemptText = ''] = claim.id.split(':')
    const attempt = Number(attemptText)
    const { state: transaction } = await execute.load(transactions, transactions.idOf(claim))
    const { recorded } = transaction
    if (recorded === null || heldMinor(transaction, refundId, attempt) === 0) return { done: true }
    const clientId = recorded.client_id
    let { state } = await execute.load(refunds, refundId)
    if (isHeld(state, recorded.transaction_id)) return { done: true }
    const context = () => systemContext('budget-process', clientId, claim, service.now())
    const close = closing(state, attempt)
    if (close !== null) state = (await execute.run(refunds, refundId, close, context())).state
    if (isHeld(state, recorded.transaction_id)) return { done: true }
    service.log.warn({ refund_id: refundId, attempt }, 'a reservation without a refund is released')
    await releaseBudget(service, context(), recorded, { refund_id: refundId, attempt, reason: 'abandoned' })
    return { done: true }
  }
}

function closing(state: RefundState, attempt: number) {
  if (state.status === 'absent') return { type: 'abandon' } as const
  if (state.status === 'failed' && state.attempt < attempt) return { type: 'abandon_retry', attempt } as const
  return null
}

/**
 * Whether a refund answers for the reservation: its money is out or may still go out. A refund of another transaction does
 * not: that reservation was made by a request that turned out to be another one under a used key.
 */
export function isHeld(state: RefundState, transactionId: string | undefined): boolean {
  return isRefund(state) && state.transaction_id === transactionId && !isClosed(state)
}

function isClosed(refund: Refund): boolean {
  if (refund.status === 'cancelled' || refund.status === 'failed') return true
  return refund.status === 'voided' && (refund.transfer === 'none' || refund.reversal?.status === 'completed')
}
