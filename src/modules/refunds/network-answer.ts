import type { NetworkAnswer } from '#domain/refunds/commands.ts'
import type { NextStep } from '#domain/refunds/next-step.ts'
import type { NetworkResponse } from '#services/refunds/payments/payment-network.ts'

/** The steps that are questions to the network. */
export type NetworkRequest = Extract<NextStep, { do: 'instruct' | 'ask_status' | 'reverse' | 'ask_reversal' }>

/** The command that records it; `begin` = the network has to be told (again), under the same key; `later` = no news yet. */
export type Meaning = NetworkAnswer | 'begin' | 'later'

export function meaningOf(answer: NetworkResponse, asking: NetworkRequest, key: string): Meaning {
  const outcome = outcomeOf(answer, asking.attempt)
  if (outcome !== null) return outcome
  if (answer.status.status !== 'unknown') return 'later'
  if (answer.about === 'reversal') return asking.do === 'ask_reversal' ? 'begin' : 'later'
  if (asking.do !== 'ask_status' || asking.if_unknown === 'ask_later') return 'later'
  if (asking.if_unknown === 'instruct') return 'begin'
  return { type: 'fail', attempt: asking.attempt, reference: key, failure_reason: 'PROVIDER_ERROR' }
}

/** The command that records how a transfer or reversal ended; null when the answer says no end. */
export function outcomeOf({ status }: NetworkResponse, attempt: number): NetworkAnswer | null {
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
