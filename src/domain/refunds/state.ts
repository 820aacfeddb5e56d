import type { Recorded } from '#event-sourcing/decider.ts'
import type { RefundEvent, RefundEventData } from './events.ts'

export const REFUND_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled', 'voided'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

export type RefundFailure = { failed_at: string; failure_reason: string }

/** Times are those of the events. */
export type Refund = RefundEventData<'RefundRequested'> & {
  status: RefundStatus
  created_at: string
  /** The token's subject. */
  created_by: string
  /** Numbers the transfers: 0 for the first, plus 1 for each retry. */
  attempt: number
  retry_count: number
  /** The cancel window counts from here. */
  pending_since: string
  processing_since: string | null
  completion: { completed_at: string; reference: string } | null
  failure: RefundFailure | null
  previous_failure: RefundFailure | null
  retried_at: string | null
  cancellation: { cancelled_at: string; cancelled_by: string; cancel_reason: string | null } | null
  voiding: (Omit<RefundEventData<'RefundVoided'>, 'transfer'> & { voided_at: string }) | null
  /** Not sent (or failed), in progress, or with the beneficiary. */
  transfer: 'none' | 'in_flight' | 'settled'
  reversal: { status: 'pending' | 'completed' | 'failed'; reference: string | null } | null
  contradictions: readonly RefundEventData<'NetworkContradicted'>[]
}

const PENDING_REVERSAL = { status: 'pending', reference: null } as const

export type RefundState = { status: 'absent' } | { status: 'abandoned' } | Refund

export function isRefund(state: RefundState): state is Refund {
  return state.status !== 'absent' && state.status !== 'abandoned'
}

export function evolve(state: RefundState, event: Recorded<RefundEvent>): RefundState {
  if (event.type === 'RefundAbandoned') return state.status === 'absent' ? { status: 'abandoned' } : state
  if (event.type === 'RefundRequested') return state.status === 'absent' ? requested(event) : state
  return isRefund(state) ? { ...state, ...changed(state, event) } : state
}

function requested({ data, at, metadata }: Recorded<RefundEvent> & { type: 'RefundRequested' }): Refund {
  return {
    ...data,
    status: 'pending',
    created_at: at,
    created_by: metadata.actor.sub,
    attempt: 0,
    retry_count: 0,
    pending_since: at,
    processing_since: null,
    completion: null,
    failure: null,
    previous_failure: null,
    retried_at: null,
    cancellation: null,
    voiding: null,
    transfer: 'none',
    reversal: null,
    contradictions: [],
  }
}

function changed(refund: Refund, { type, data, at }: Recorded<RefundEvent>): Partial<Refund> {
  switch (type) {
    case 'RefundProcessingStarted':
      return { status: 'processing', processing_since: at, transfer: 'in_flight' }
    case 'RefundCompleted':
      return { status: 'completed', transfer: 'settled', completion: { completed_at: at, reference: data.reference } }
    case 'RefundFailed':
      return { status: 'failed', transfer: 'none', failure: { failed_at: at, failure_reason: data.failure_reason } }
    case 'RefundRetried':
      return {
        status: 'pending',
        attempt: data.attempt,
        retry_count: refund.retry_count + 1,
        pending_since: at,
        retried_at: at,
        previous_failure: refund.failure,
        failure: null,
        beneficiary: { ...refund.beneficiary, ...data.beneficiary },
      }
    case 'RefundRetryAbandoned':
      return { attempt: data.attempt }
    case 'RefundCancelled':
      return { status: 'cancelled', cancellation: { cancelled_at: at, ...data } }
    case 'RefundVoided': {
      const { transfer, ...voiding } = data
      // ReversalStarted follows in the same append.
      const reversal = transfer === 'settled' ? { reversal: PENDING_REVERSAL } : {}
      return { status: 'voided', transfer, voiding: { voided_at: at, ...voiding }, ...reversal }
    }
    case 'TransferSettledAfterVoid': {
      const completion = { completed_at: at, reference: data.reference }
      return { transfer: 'settled', completion, reversal: PENDING_REVERSAL }
    }
    case 'TransferFailedAfterVoid':
      return { transfer: 'none', failure: { failed_at: at, failure_reason: data.failure_reason } }
    case 'ReversalStarted':
      return { reversal: PENDING_REVERSAL }
    case 'ReversalCompleted':
      return { reversal: { status: 'completed', reference: data.reversal_reference } }
    case 'ReversalFailed':
      return { reversal: { status: 'failed', reference: data.reversal_reference } }
    case 'NetworkContradicted':
      return { contradictions: [...refund.contradictions, data] }
    default:
      return {}
  }
}
