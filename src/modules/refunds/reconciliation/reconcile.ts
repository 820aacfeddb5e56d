import { setImmediate as nextTurn } from 'node:timers/promises'
import { refunds } from '#domain/refunds/decider.ts'
import { transferKey } from '#domain/refunds/next-step.ts'
import {
  bookingWindow,
  classifyUnlisted,
  compareListed,
  type MatchVerdict,
  type StatementPeriod,
} from '#domain/refunds/reconciliation/compare.ts'
import type { FlaggedDiscrepancy } from '#domain/refunds/reconciliation/events.ts'
import { initialMovement, isMoneyMoved, type Movement, movementsOf } from '#domain/refunds/reconciliation/movements.ts'
import { isRefund, type Refund } from '#domain/refunds/state.ts'
import { fold } from '#event-sourcing/decider.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import type { Statement, StatementEntry, StatementItem } from './load-statement.ts'
import type { Settlement } from './settlements.ts'

const CONCURRENT_READS_MAX = 16
/** PostgreSQL and ISO 8601 have no year 0. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z')

/** Before it is flagged. `user_id`: the refund's beneficiary. */
export type Discrepancy = Omit<FlaggedDiscrepancy, 'number' | 'statement'> & { line: number | null }

export type VerdictCounts = Record<MatchVerdict | 'undecided', number>
/** `decidedBy`: the period that a statement has to cover to decide what is undecided; null when nothing is. */
export type ReconcileResult = { counts: VerdictCounts; decidedBy: StatementPeriod | null }

export type ReconcileDeps = {
  store: Pick<EventStore, 'read'>
  /** Settlements in a period, and maybe more: the streams decide. */
  settled(period: StatementPeriod): AsyncIterable<readonly Settlement[]>
  now(): Date
}

export type ReconcileOptions = {
  /** Null = all clients. Another client's refunds do not exist. */
  client_id: string | null
  leewayMs: number
  signal: AbortSignal
  /** Called one after another. */
  found(discrepancy: Discrepancy): Promise<void>
  onProgress?: ((compared: number) => void) | undefined
}

type RefundMovements = { refund_id: string; refund: Refund; movements: readonly Movement[] }

/** Compares a statement with the streams of refunds, in both directions, and changes nothing. */
export async function reconcile(
  { store, settled, now }: ReconcileDeps,
  statement: Statement,
  { client_id, leewayMs, signal, found, onProgress = () => {} }: ReconcileOptions,
): Promise<ReconcileResult> {
  const { period, listed } = statement
  const counts: VerdictCounts = {
    ...{ matched: 0, missing_there: 0, missing_here: 0, amount_differs: 0, status_differs: 0, contradicted: 0 },
    ...{ in_flight: 0, undecided: 0 },
  }
  let [first, end] = [Infinity, -Infinity]
  let compared = 0

  async function loadRefund(refund_id: string): Promise<RefundMovements | null> {
    const events = (await store.read(refunds.stream(refund_id))).map(refunds.parse)
    const refund = fold(refunds.decider, events)
    if (!isRefund(refund) || (client_id !== null && refund.client_id !== client_id)) return null
    return { refund_id, refund, movements: movementsOf(events) }
  }

  async function report(verdicts: readonly (readonly [keyof VerdictCounts, Discrepancy | null])[]): Promise<void> {
    for (const [verdict, discrepancy] of verdicts) {
      counts[verdict] += 1
      if (discrepancy !== null) await found(discrepancy)
    }
  }

  async function checkUnlisted({ refund_id, revision, attempt }: Settlement) {
    if (attempt !== null && hasLine(listed.get(transferKey(refund_id, attempt)), 'transfer')) return []
    const ours = await loadRefund(refund_id)
    const movement = ours?.movements.find(movement => movement.revision === revision)
    if (ours === null || movement === undefined || !isMoneyMoved(movement)) return []
    if (hasLine(listed.get(transferKey(refund_id, movement.attempt)), movement.about)) return []
    const verdict = classifyUnlisted(movement, period, leewayMs)
    if (verdict === 'elsewhere') return []
    const booking = bookingWindow(movement, leewayMs)
    if (verdict === 'undecided' && booking !== null)
      [first, end] = [Math.min(first, booking.first), Math.max(end, booking.end)]
    return [[verdict, verdict === 'undecided' ? null : discrepancyOf(verdict, ours, movement, null)] as const]
  }

  async function compare({ refund_id, attempt, key, entries }: StatementItem) {
    const ours = refund_id === null ? null : await loadRefund(refund_id)
    const isKnown = ours !== null && attempt !== null && ours.movements.some(movement => movement.attempt === attempt)
    if (!isKnown)
      return entries.map(entry => ['missing_here', missingHere(client_id, { attempt, key }, ours, entry)] as const)
    return (['transfer', 'reversal'] as const).flatMap(about => {
      const lines = entries.filter(entry => entry.about === about)
      const known = ours.movements.find(one => one.about === about && one.attempt === attempt)
      const movement = known ?? initialMovement(about, attempt)
      const verdicts = compareListed(lines, movement, ours.refund, { now: now(), leewayMs })
      return lines.map((line, index) => {
        const verdict = verdicts[index]!
        const agrees = verdict === 'matched' || verdict === 'in_flight'
        return [verdict, agrees ? null : discrepancyOf(verdict, ours, movement, line)] as const
      })
    })
  }

  // First, because it looks entries up by key; afterwards they are read in order.
  // A payment may be recorded shortly after the period in which it was booked, or before.
  const earliest = Math.max(Date.parse(period.from) - leewayMs, EARLIEST_MS)
  for await (const page of settled(periodOf(earliest, Date.parse(period.to) + leewayMs)))
    for (const part of chunksOf(page)) {
      signal.throwIfAborted()
      for (const verdicts of await Promise.all(part.map(checkUnlisted))) await report(verdicts)
    }
  for (const part of chunksOf(listed.sortedEntries())) {
    signal.throwIfAborted()
    for (const verdicts of await Promise.all(part.map(([, entry]) => compare(entry)))) await report(verdicts)
    compared += part.length
    onProgress(compared)
    // Foreign lines query no store, so the loop would block other work.
    await nextTurn()
  }
  return { counts, decidedBy: counts.undecided === 0 ? null : periodOf(first, end) }
}

function periodOf(first: number, end: number): StatementPeriod {
  return { from: new Date(first).toISOString(), to: new Date(end).toISOString() }
}

function hasLine(listed: StatementItem | undefined, about: Movement['about']): boolean {
  return listed?.entries.some(entry => entry.about === about) ?? false
}

function discrepancyOf(
  kind: FlaggedDiscrepancy['kind'],
  ours: RefundMovements,
  movement: Movement,
  entry: StatementEntry | null,
): Discrepancy {
  const { client_id, amount_minor, currency, status, beneficiary } = ours.refund
  const { about, attempt, outcome, reference, ended_at: at } = movement
  return {
    ...{ client_id, user_id: beneficiary.user_id, refund_id: ours.refund_id },
    ...{ kind, about, attempt, key: transferKey(ours.refund_id, attempt) },
    said: entry && toReported(entry),
    recorded: { status, outcome, amount_minor, currency, reference, at },
    line: entry?.line ?? null,
  }
}

/** Does not disclose whether another client has the refund. */
function missingHere(
  client_id: string | null,
  { attempt, key }: Pick<StatementItem, 'attempt' | 'key'>,
  ours: RefundMovements | null,
  entry: StatementEntry,
): Discrepancy {
  return {
    client_id: ours?.refund.client_id ?? client_id,
    user_id: ours?.refund.beneficiary.user_id ?? null,
    refund_id: ours?.refund_id ?? null,
    ...{ kind: 'missing_here', about: entry.about, attempt, key, said: toReported(entry), recorded: null },
    line: entry.line,
  }
}

function toReported({ outcome, amount_minor, currency, reference, at }: StatementEntry): FlaggedDiscrepancy['said'] {
  return { outcome, amount_minor, currency, reference, at }
}

function* chunksOf<T>(items: Iterable<T>): Generator<T[]> {
  let part: T[] = []
  for (const item of items) {
    part.push(item)
    if (part.length < CONCURRENT_READS_MAX) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
