import type { NetworkOutcome, RefundCommand } from './commands.ts'
import type { RefundEventData } from './events.ts'
import { isMoneyMoved } from './reconciliation/movements.ts'
import type { Refund } from './state.ts'

type Contradiction = RefundEventData<'NetworkContradicted'>

/** A network that contradicts itself again and again is recorded this often per refund. */
export const CONTRADICTIONS_MAX = 20

/** What each outcome is about, and the network's word for it. */
const OUTCOMES = {
  complete: { about: 'transfer', outcome: 'succeeded' },
  fail: { about: 'transfer', outcome: 'rejected' },
  complete_reversal: { about: 'reversal', outcome: 'completed' },
  fail_reversal: { about: 'reversal', outcome: 'failed' },
} as const

export function isNetworkOutcome(command: RefundCommand): command is NetworkOutcome {
  return Object.hasOwn(OUTCOMES, command.type)
}

/** Whether the refund waits for this outcome of the current attempt, whose transfer or reversal is in progress. */
export function isExpected(outcome: NetworkOutcome, refund: Refund): boolean {
  if (outcome.attempt !== refund.attempt) return false
  return OUTCOMES[outcome.type].about === 'transfer'
    ? refund.transfer === 'in_flight'
    : refund.reversal?.status === 'pending'
}

/**
 * Null when the outcome agrees with what is recorded. A success agrees only with the same success, by its reference:
 * another reference may be a second payment. A failure agrees with everything but a success.
 */
export function contradictionOf(command: NetworkOutcome, refund: Refund): Contradiction | null {
  const { attempt } = command
  const { about, outcome } = OUTCOMES[command.type]
  const reference = 'reference' in command ? command.reference : command.reversal_reference
  const recorded = { status: refund.status, ...recordedOf(about, refund, attempt) }
  const isMoved = isMoneyMoved(recorded)
  if (isMoneyMoved({ outcome }) ? isMoved && recorded.reference === reference : !isMoved) return null
  const isKnown = refund.contradictions.some(
    ({ said, ...known }) =>
      known.about === about && known.attempt === attempt && said.outcome === outcome && said.reference === reference,
  )
  if (isKnown || refund.contradictions.length >= CONTRADICTIONS_MAX) return null
  return { about, attempt, recorded, said: { outcome, reference } }
}

/**
 * Whether the network reported a payment that is recorded as not made. Then no further attempt is made, because the
 * beneficiary might be paid twice: people find out where the money is, and cancel or void.
 */
export function mayHaveBeenPaid({ contradictions }: Refund): boolean {
  return contradictions.some(({ about, said: reported }) => about === 'transfer' && reported.outcome === 'succeeded')
}

function recordedOf(
  about: Contradiction['about'],
  { attempt: current, transfer, completion, failure, reversal }: Refund,
  attempt: number,
): Omit<Contradiction['recorded'], 'status'> {
  const isCurrent = attempt === current
  if (about === 'reversal')
    return isCurrent && reversal !== null
      ? { outcome: reversal.status, reference: reversal.reference }
      : { outcome: 'none', reference: null }
  if (isCurrent && transfer === 'settled') return { outcome: 'succeeded', reference: completion?.reference ?? null }
  // Only a rejected transfer has a next attempt.
  const isRejected = attempt < current || (isCurrent && failure !== null)
  return { outcome: isRejected ? 'rejected' : 'none', reference: null }
}
