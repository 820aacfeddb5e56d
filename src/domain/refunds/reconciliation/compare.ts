import type { DiscrepancyKind, Flagged } from './events.ts'
import { isMoved, type Movement } from './movements.ts'

/** A line of a statement, as far as it is compared. */
export type Said = NonNullable<Flagged['said']>
/** `in_flight`: the outcome is so fresh that the service may not have asked for it yet. */
export type Verdict = 'matched' | 'in_flight' | DiscrepancyKind

/** A moment, and how much later than the network the service may know of an outcome, or the network book it. */
export type Leeway = { now: Date; leewayMs: number }
export type Period = { from: string; to: string }

type Amount = { amount_minor: number; currency: string }

/**
 * What becomes of each line that a statement has about one movement; none of them is told twice. A movement that the refund never made
 * is compared as `none`.
 *
 * Amounts are compared in minor units, and only with the same currency. A second reference for money that moved is a contradiction: it may be a
 * second payment.
 */
export function compareListed(lines: readonly Said[], movement: Movement, amount: Amount, leeway: Leeway): Verdict[] {
  const isDoubtful = movement.contradictions.length > 0
  const isTorn = lines.some(line => lines.some(other => !isSameOutcome(line, other)))
  return lines.map(line => {
    if (isDoubtful) return 'contradicted'
    if (!isSameOutcome(line, movement)) {
      if (isTorn || line.outcome === movement.outcome) return 'contradicted'
      return movement.outcome === 'in_flight' && isFresh(line, leeway) ? 'in_flight' : 'status_differs'
    }
    const isSame = line.amount_minor === amount.amount_minor && line.currency === amount.currency
    return isSame ? 'matched' : 'amount_differs'
  })
}

/** Refusals have no reference that is kept. */
function isSameOutcome(one: Pick<Movement, 'outcome' | 'reference'>, other: Pick<Movement, 'outcome' | 'reference'>) {
  return one.outcome === other.outcome && (!isMoved(one) || one.reference === other.reference)
}

function isFresh({ at }: Said, { now, leewayMs }: Leeway): boolean {
  return now.getTime() - Date.parse(at) <= leewayMs
}

/**
 * What it means that a statement has no line about a movement. The network booked it after it could be asked and, give or take the leeway, before
 * its outcome was recorded: only when both are within the period it must be there.
 */
export function judgeUnlisted(
  movement: Movement,
  { from, to }: Period,
  leewayMs: number,
): 'missing_there' | 'undecided' | 'elsewhere' {
  const { sent_at, ended_at } = movement
  if (!isMoved(movement) || sent_at === null || ended_at === null) return 'elsewhere'
  const [earliest, latest] = [Date.parse(sent_at) - leewayMs, Date.parse(ended_at) + leewayMs]
  if (latest < Date.parse(from) || earliest >= Date.parse(to)) return 'elsewhere'
  return earliest >= Date.parse(from) && latest < Date.parse(to) ? 'missing_there' : 'undecided'
}
