import type { RefundCommand } from '#domain/refunds/decider.ts'
import type { NextStep } from '#domain/refunds/next-step.ts'
import type { ReversalStatus, TransferStatus } from '#edge/payments/payment-network.ts'

/** The steps that are questions to the network. */
export type Asking = Extract<NextStep, { do: 'instruct' | 'ask_status' | 'reverse' | 'ask_reversal' }>

export type Answer = { about: 'transfer'; status: TransferStatus } | { about: 'reversal'; status: ReversalStatus }

/** The command that records it; `begin` = the network has to be told (again), under the same key; `later` = no news yet. */
export type Meaning = RefundCommand | 'begin' | 'later'

export function meaningOf(answer: Answer, asking: Asking, key: string): Meaning {
  return answer.about === 'transfer' ? ofTransfer(answer.status, asking, key) : ofReversal(answer.status, asking)
}

function ofTransfer(status: TransferStatus, asking: Asking, key: string): Meaning {
  const { attempt } = asking
  switch (status.status) {
    case 'succeeded':
      return { type: 'complete', attempt, reference: status.reference }
    case 'rejected':
      return { type: 'fail', attempt, reference: status.reference, failure_reason: status.reason }
    case 'settling':
      return 'later'
    case 'unknown': {
      if (asking.do !== 'ask_status' || asking.if_unknown === 'ask_later') return 'later'
      if (asking.if_unknown === 'instruct') return 'begin'
      return { type: 'fail', attempt, reference: key, failure_reason: 'PROVIDER_ERROR' }
    }
  }
}

function ofReversal(status: ReversalStatus, asking: Asking): Meaning {
  switch (status.status) {
    case 'completed':
      return { type: 'complete_reversal', reversal_reference: status.reference }
    case 'failed':
      return { type: 'fail_reversal', reversal_reference: status.reference }
    case 'pending':
      return 'later'
    case 'unknown':
      return asking.do === 'ask_reversal' ? 'begin' : 'later'
  }
}
