import type { DiscrepancyKind, FlaggedDiscrepancy } from './events.ts'
import { isMoneyMoved, type Movement } from './movements.ts'

/** A line of a statement, without its position. */
export type ReportedMovement = NonNullable<FlaggedDiscrepancy['said']>
/** `in_flight`: so recent that the service may not have polled it yet. */
export type MatchVerdict = 'matched' | 'in_flight' | DiscrepancyKind

/** How much later than the network the service may record an outcome, or the network book it. */
export type Leeway = { now: Date; leewayMs: number }
export type StatementPeriod = { from: string; to: string }

type Amount = { amount_minor: number; currency: string }

/**
 * A movement that the refund never made has the outcome `none`. Amounts are compared in minor units of the same
 * currency. A second reference, or a second time under one reference, is a contradiction: it may be a second payment.
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

/** Failures have no recorded reference. */
function isSameOutcome(one: Pick<Movement, 'outcome' | 'reference'>, other: Pick<Movement, 'outcome' | 'reference'>) {
  return one.outcome === other.outcome && (!isMoneyMoved(one) || one.reference === other.reference)
}

function isFresh({ at }: ReportedMovement, { now, leewayMs }: Leeway): boolean {
  return now.getTime() - Date.parse(at) <= leewayMs
}

/**
 * The network booked the movement after the request and before its outcome was recorded, within the leeway: the
 * statement must have it only if both times are in its period.
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

/** The half-open range in which the network booked the movement; a statement that covers it must have it. */
export function bookingWindow(
  { sent_at, ended_at }: Pick<Movement, 'sent_at' | 'ended_at'>,
  leewayMs: number,
): { first: number; end: number } | null {
  if (sent_at === null || ended_at === null) return null
  return { first: Date.parse(sent_at) - leewayMs, end: Date.parse(ended_at) + leewayMs + 1 }
}
