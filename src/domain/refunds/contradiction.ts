import type { NetworkOutcome, RefundCommand } from './commands.ts'
import type { RefundEventData } from './events.ts'
import type { Refund } from './state.ts'

type Contradiction = RefundEventData<'NetworkContradicted'>

/** A network that says something else each time is recorded this often per refund; people look at it long before. */
export const CONTRADICTIONS_MAX = 20

export function isNetworkOutcome(command: RefundCommand): command is NetworkOutcome {
  return /^(complete|fail)(_reversal)?$/.test(command.type)
}

/** Whether the refund waits for this answer: it is about the present attempt, whose transfer or reversal is under way. */
export function isExpected(outcome: NetworkOutcome, refund: Refund): boolean {
  if (outcome.attempt !== refund.attempt) return false
  return aboutOf(outcome) === 'transfer' ? refund.transfer === 'in_flight' : refund.reversal?.status === 'pending'
}

/**
 * What an answer that nobody waits for says against what is recorded; null when it agrees, or was recorded before.
 *
 * That money moved agrees only with the same movement, by its reference: another one may be a second payment. That none moved
 * agrees with everything but a movement.
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
 * Whether the network has said that it paid what is recorded as not paid. No further attempt goes out then: the beneficiary would be paid
 * twice. People find out where the money is, and cancel or void.
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
  // Only a rejected transfer is followed by another attempt.
  if (attempt < refund.attempt) return { outcome: 'rejected', reference: null } as const
  if (attempt === refund.attempt && refund.transfer === 'settled')
    return { outcome: 'succeeded', reference: refund.completion?.reference ?? null } as const
  const isRejected = attempt === refund.attempt && refund.failure !== null
  return { outcome: isRejected ? 'rejected' : 'none', reference: null } as const
}

const NEVER_REVERSED = { status: 'none', reference: null } as const
