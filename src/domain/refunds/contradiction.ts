import type { NetworkOutcome, RefundCommand } from './commands.ts'
import type { RefundEventData } from './events.ts'
import type { Refund } from './state.ts'

type Contradiction = RefundEventData<'NetworkContradicted'>

/** A network that contradicts itself again and again is recorded this often per refund. */
export const CONTRADICTIONS_MAX = 20

export function isNetworkOutcome(command: RefundCommand): command is NetworkOutcome {
  return /^(complete|fail)(_reversal)?$/.test(command.type)
}

/**
 * Whether the refund waits for this outcome: it is about the current attempt, whose transfer or reversal is in
 * progress.
 */
export function isExpected(outcome: NetworkOutcome, refund: Refund): boolean {
  if (outcome.attempt !== refund.attempt) return false
  return aboutOf(outcome) === 'transfer' ? refund.transfer === 'in_flight' : refund.reversal?.status === 'pending'
}

/**
 * How an outcome that the refund does not wait for contradicts what is recorded; null when it agrees, or is recorded
 * already.
 *
 * A success agrees only with the same success, by its reference: another reference may be a second payment. A failure
 * agrees with everything but a success.
 */
export function contradictionOf(outcome: NetworkOutcome, refund: Refund): Contradiction | null {
  const { attempt } = outcome
  const about = aboutOf(outcome)
  const reported = toReported(outcome)
  const recorded = { status: refund.status, ...recordedOf(about, refund, attempt) }
  const isMovement = reported.outcome === 'succeeded' || reported.outcome === 'completed'
  const isMovementRecorded = recorded.outcome === 'succeeded' || recorded.outcome === 'completed'
  if (isMovement ? isMovementRecorded && recorded.reference === reported.reference : !isMovementRecorded) return null
  const isRecorded = refund.contradictions.some(
    known =>
      known.about === about &&
      known.attempt === attempt &&
      known.said.outcome === reported.outcome &&
      known.said.reference === reported.reference,
  )
  return isRecorded || refund.contradictions.length >= CONTRADICTIONS_MAX
    ? null
    : { about, attempt, recorded, said: reported }
}

/**
 * Whether the network reported a payment that is recorded as not made. Then no further attempt is made, because the
 * beneficiary might be paid twice: people find out where the money is, and cancel or void.
 */
export function mayHaveBeenPaid({ contradictions }: Refund): boolean {
  return contradictions.some(({ about, said: reported }) => about === 'transfer' && reported.outcome === 'succeeded')
}

function aboutOf({ type }: NetworkOutcome): Contradiction['about'] {
  return type === 'complete' || type === 'fail' ? 'transfer' : 'reversal'
}

function toReported(outcome: NetworkOutcome): Contradiction['said'] {
  switch (outcome.type) {
    case 'complete':
      return { outcome: 'succeeded', reference: outcome.reference }
    case 'fail':
      return { outcome: 'rejected', reference: outcome.reference }
    case 'complete_reversal':
      return { outcome: 'completed', reference: outcome.reversal_reference }
    case 'fail_reversal':
      return { outcome: 'failed', reference: outcome.reversal_reference }
  }
}

function recordedOf(about: Contradiction['about'], refund: Refund, attempt: number) {
  if (about === 'reversal') {
    const { status, reference } = (attempt === refund.attempt ? refund.reversal : null) ?? NEVER_REVERSED
    return { outcome: status, reference }
  }
  // Only a rejected transfer has a next attempt.
  if (attempt < refund.attempt) return { outcome: 'rejected', reference: null } as const
  if (attempt === refund.attempt && refund.transfer === 'settled')
    return { outcome: 'succeeded', reference: refund.completion?.reference ?? null } as const
  const isRejected = attempt === refund.attempt && refund.failure !== null
  return { outcome: isRejected ? 'rejected' : 'none', reference: null } as const
}

const NEVER_REVERSED = { status: 'none', reference: null } as const
