import type { DiscrepancyKind, FlaggedDiscrepancy } from './events.ts'
import { isMoneyMoved, type Movement } from './movements.ts'

/** A line of a statement, as far as it is compared. */
export type ReportedMovement = NonNullable<FlaggedDiscrepancy['said']>
/** `in_flight`: the outcome is so fresh that the service may not have asked for it yet. */
export type MatchVerdict = 'matched' | 'in_flight' | DiscrepancyKind

/** A moment, and how much later than the network the service may know of an outcome, or the network book it. */
export type Leeway = { now: Date; leewayMs: number }
export type StatementPeriod = { from: string; to: string }

type Amount = { amount_minor: number; currency: string }

/**
 * What becomes of each line that a statement has about one movement; none of them is told twice. A movement that the refund never made
 * is compared as `none`.
 *
 * Amounts are compared in minor units, and only with the same currency. A second reference for money that moved is a contradiction, and so is a
 * second time under the same one: it may be a second payment.
 */
export function compareListed(
  lines: readonly ReportedMovement[],
  movement: Movement,
  amount: Amount,
  leeway: Leeway,
): MatchVerdict[] {
  const hasContradictions = movement.contradictions.length > 0
  const isInconsistent = lines.some(line => lines.some(other => !isSameOutcome(line, other)))
  return lines.map((line, index) => {
    if (hasContradictions || isDuplicateBooking(line, lines.slice(0, index))) return 'contradicted'
    const isSame = line.amount_minor === amount.amount_minor && line.currency === amount.currency
    if (!isSameOutcome(line, movement)) {
      if (isInconsistent || line.outcome === movement.outcome) return 'contradicted'
      if (movement.outcome !== 'in_flight' || !isFresh(line, leeway)) return 'status_differs'
      return isSame ? 'in_flight' : 'amount_differs'
    }
    return isSame ? 'matched' : 'amount_differs'
  })
}

/** One payment is booked at one time. */
function isDuplicateBooking(line: ReportedMovement, earlier: readonly ReportedMovement[]): boolean {
  return (
    isMoneyMoved(line) &&
    earlier.some(other => isSameOutcome(line, other) && Date.parse(other.at) !== Date.parse(line.at))
  )
}

/** Refusals have no reference that is kept. */
function isSameOutcome(one: Pick<Movement, 'outcome' | 'reference'>, other: Pick<Movement, 'outcome' | 'reference'>) {
  return one.outcome === other.outcome && (!isMoneyMoved(one) || one.reference === other.reference)
}

function isFresh({ at }: ReportedMovement, { now, leewayMs }: Leeway): boolean {
  return now.getTime() - Date.parse(at) <= leewayMs
}

/**
 * What it means that a statement has no line about a movement. The network booked it after it could be asked and, give or take the leeway, before
 * its outcome was recorded: only when both are within the period it must be there.
 */
export function classifyUnlisted(
  movement: Movement,
  { from, to }: StatementPeriod,
  leewayMs: number,
): 'missing_there' | 'undecided' | 'elsewhere' {
  const booking = bookingWindow(movement, leewayMs)
  if (!isMoneyMoved(movement) || booking === null) return 'elsewhere'
  const [first, end] = [Date.parse(from), Date.parse(to)]
  if (booking.end <= first || booking.first >= end) return 'elsewhere'
  return booking.first >= first && booking.end <= end ? 'missing_there' : 'undecided'
}

/** Between which moments, the second not among them, the network booked what was recorded; a statement that covers them must have it. */
export function bookingWindow(
  { sent_at, ended_at }: Pick<Movement, 'sent_at' | 'ended_at'>,
  leewayMs: number,
): { first: number; end: number } | null {
  if (sent_at === null || ended_at === null) return null
  return { first: Date.parse(sent_at) - leewayMs, end: Date.parse(ended_at) + leewayMs + 1 }
}
