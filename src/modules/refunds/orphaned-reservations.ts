import { refunds } from '#domain/refunds/decider.ts'
import { transactions } from '#domain/transactions/decider.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { listOrphanedReservations, type OrphanedReservation } from '#queries/refunds/list-orphaned-reservations.ts'
import type { Poll } from '#reactions/process.ts'

/** One page per poll: the next poll lists those that remain. */
const RESERVATIONS_MAX = 1_000
/** An ordinary poll goes back this far; a thorough one compares all reservations with all refunds. */
const RECENT_MS = 3_600_000

export const BUDGET_READ_MODELS = [
  { name: 'refunds', prefixes: [refunds.prefix] },
  { name: 'reservations', prefixes: [transactions.prefix] },
]

export function pollOrphanedReservations(db: Database, { olderThanMs, isFull }: Poll): Promise<OrphanedReservation[]> {
  const newer = isFull ? {} : { newerThanMs: RECENT_MS }
  return listOrphanedReservations(db, { olderThanMs, limit: RESERVATIONS_MAX, ...newer })
}
