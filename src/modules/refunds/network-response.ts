import type { NetworkOutcome } from '#domain/refunds/commands.ts'
import type { NextStep } from '#domain/refunds/next-step.ts'
import type { NetworkResponse } from '#services/refunds/payments/payment-network.ts'

export type NetworkRequest = Extract<NextStep, { do: 'instruct' | 'ask_status' | 'reverse' | 'ask_reversal' }>

/** `begin` = instruct the network (again), under the same key; `later` = no outcome yet. */
export type ResponseAction = NetworkOutcome | 'begin' | 'later'

export function interpretResponse(response: NetworkResponse, request: NetworkRequest, key: string): ResponseAction {
  const outcome = toOutcome(response, request.attempt)
  if (outcome !== null) return outcome
  if (response.status.status !== 'unknown') return 'later'
  if (response.about === 'reversal') return request.do === 'ask_reversal' ? 'begin' : 'later'
  if (request.do !== 'ask_status' || request.if_unknown === 'ask_later') return 'later'
  if (request.if_unknown === 'instruct') return 'begin'
  return { type: 'fail', attempt: request.attempt, reference: key, failure_reason: 'PROVIDER_ERROR' }
}

/** Null while the response has no outcome. */
export function toOutcome({ status }: NetworkResponse, attempt: number): NetworkOutcome | null {
  switch (status.status) {
    case 'succeeded':
      return { type: 'complete', attempt, reference: status.reference }
    case 'rejected':
      return { type: 'fail', attempt, reference: status.reference, failure_reason: status.reason }
    case 'completed':
      return { type: 'complete_reversal', attempt, reversal_reference: status.reference }
    case 'failed':
      return { type: 'fail_reversal', attempt, reversal_reference: status.reference }
    default:
      return null
  }
}
