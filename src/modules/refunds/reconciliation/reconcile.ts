import { setImmediate as nextTurn } from 'node:timers/promises'
import { refundDecider } from '#domain/refunds/decider.ts'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import {
  bookedWithin,
  compareListed,
  judgeUnlisted,
  type MatchVerdict,
  type StatementPeriod,
} from '#domain/refunds/reconciliation/compare.ts'
import type { Flagged } from '#domain/refunds/reconciliation/events.ts'
import { isMoved, type Movement, movementsOf } from '#domain/refunds/reconciliation/movements.ts'
import { isRefund, type Refund } from '#domain/refunds/state.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import { fold } from '#event-sourcing/decider.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { nameOf, type Statement, type StatementEntry, type StatementItem } from './gather.ts'

/** Streams that are read at the same time. */
const PARALLEL = 16
/** No store holds a time of year 0. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z')

/** An event by which money is recorded as moved; `attempt` null where it does not say. */
export type Settled = { refund_id: string; revision: number; attempt: number | null }

/** What is found, before it is flagged. `user_id`: the refund's beneficiary, as the client names them. */
export type Discrepancy = Omit<Flagged, 'number' | 'statement'> & { line: number | null }

export type VerdictCounts = Record<MatchVerdict | 'undecided', number>
/** `decidedBy`: the period that a statement has to cover to decide what is undecided; null when nothing is. */
export type Reconciled = { counts: VerdictCounts; decidedBy: StatementPeriod | null }

export type ReconcileDeps = {
  store: Pick<EventStore, 'read'>
  /** Of refunds whose money is recorded as moved within a period, perhaps of more of them: which are meant the streams say. */
  settled(period: Statement['period']): AsyncIterable<readonly Settled[]>
  now(): Date
}

export type ReconcileOptions = {
  /** Whose refunds; null = everybody's. What is another client's is not there. */
  client_id: string | null
  leewayMs: number
  signal: AbortSignal
  /** Told one after the other. */
  found(discrepancy: Discrepancy): Promise<void>
  /** Keys of the statement that were compared. */
  onProgress?(compared: number): void
}

/** A refund with all that the network did for it. */
type Known = { refund_id: string; refund: Refund; movements: readonly Movement[] }

/**
 * Compares a statement with the streams of refunds, in both directions, and tells what disagrees. It changes nothing, and a repeat tells
 * the same: whatever is done about a discrepancy is done by people.
 */
export async function reconcile(
  { store, settled, now }: ReconcileDeps,
  statement: Statement,
  { client_id, leewayMs, signal, found, onProgress = () => {} }: ReconcileOptions,
): Promise<Reconciled> {
  const { period, listed } = statement
  const counts = noCounts()
  let [first, end] = [Infinity, -Infinity]
  let compared = 0

  async function known(refund_id: string): Promise<Known | null> {
    const events = (await store.read(refundStreams.stream(refund_id))).map(refundStreams.parse)
    const refund = fold(refundDecider, events as Recorded<RefundEvent>[])
    if (!isRefund(refund) || (client_id !== null && refund.client_id !== client_id)) return null
    return { refund_id, refund, movements: movementsOf(events) }
  }

  async function tell(verdicts: readonly (readonly [MatchVerdict | 'undecided', Discrepancy | null])[]): Promise<void> {
    for (const [verdict, discrepancy] of verdicts) {
      counts[verdict] += 1
      if (discrepancy !== null) await found(discrepancy)
    }
  }

  /** What is recorded as moved, and stands in no line. */
  async function unlisted({ refund_id, revision, attempt }: Settled) {
    if (attempt !== null && hasLine(listed.get(nameOf(refund_id, attempt)), 'transfer')) return []
    const here = await known(refund_id)
    const movement = here?.movements.find(movement => movement.revision === revision)
    if (here === null || movement === undefined || !isMoved(movement)) return []
    if (hasLine(listed.get(nameOf(refund_id, movement.attempt)), movement.about)) return []
    const verdict = judgeUnlisted(movement, period, leewayMs)
    if (verdict === 'elsewhere') return []
    const booked = bookedWithin(movement, leewayMs)
    if (verdict === 'undecided' && booked !== null)
      [first, end] = [Math.min(first, booked.first), Math.max(end, booked.end)]
    return [[verdict, verdict === 'undecided' ? null : discrepancyOf(verdict, here, movement, null)] as const]
  }

  /** What the statement has under one key. */
  async function compare({ refund_id, attempt, key, entries }: StatementItem) {
    const here = refund_id === null ? null : await known(refund_id)
    const isHere = here !== null && attempt !== null && here.movements.some(movement => movement.attempt === attempt)
    if (!isHere)
      return entries.map(
        entry => ['missing_here', unknownHere(client_id, { refund_id, attempt, key }, here, entry)] as const,
      )
    return (['transfer', 'reversal'] as const).flatMap(about => {
      const lines = entries.filter(entry => entry.about === about)
      const movement = here.movements.find(one => one.about === about && one.attempt === attempt) ?? {
        ...{ about, attempt, outcome: 'none' as const, contradictions: [] },
        ...{ reference: null, sent_at: null, ended_at: null, revision: null },
      }
      const verdicts = compareListed(lines, movement, here.refund, { now: now(), leewayMs })
      return lines.map((line, index) => {
        const verdict = verdicts[index]!
        const agrees = verdict === 'matched' || verdict === 'in_flight'
        return [verdict, agrees ? null : discrepancyOf(verdict, here, movement, line)] as const
      })
    })
  }

  // First, because the entries are looked up by name; afterwards they come in order.
  for await (const page of settled(lengthened(period, leewayMs)))
    for (const part of inParts(page)) {
      signal.throwIfAborted()
      for (const verdicts of await Promise.all(part.map(unlisted))) await tell(verdicts)
    }
  for (const part of inParts(listed.inOrder())) {
    signal.throwIfAborted()
    for (const verdicts of await Promise.all(part.map(([, entry]) => compare(entry)))) await tell(verdicts)
    compared += part.length
    onProgress(compared)
    // Lines that are nobody's ask no store, so nothing else would have its turn.
    await nextTurn()
  }
  const decidedBy = counts.undecided === 0 ? null : periodOf(first, end)
  return { counts, decidedBy }
}

/** What was recorded shortly after it may have been booked in it, and the other way round. */
function lengthened({ from, to }: StatementPeriod, leewayMs: number): StatementPeriod {
  return periodOf(Math.max(Date.parse(from) - leewayMs, EARLIEST_MS), Date.parse(to) + leewayMs)
}

function periodOf(first: number, end: number): StatementPeriod {
  return { from: new Date(first).toISOString(), to: new Date(end).toISOString() }
}

export function noCounts(): VerdictCounts {
  return {
    ...{ matched: 0, missing_there: 0, missing_here: 0, amount_differs: 0, status_differs: 0, contradicted: 0 },
    ...{ in_flight: 0, undecided: 0 },
  }
}

function hasLine(listed: StatementItem | undefined, about: Movement['about']): boolean {
  return listed?.entries.some(entry => entry.about === about) ?? false
}

function discrepancyOf(
  kind: Flagged['kind'],
  here: Known,
  movement: Movement,
  entry: StatementEntry | null,
): Discrepancy {
  const { client_id, amount_minor, currency, status, beneficiary } = here.refund
  const { about, attempt, outcome, reference, ended_at: at } = movement
  return {
    ...{ client_id, user_id: beneficiary.user_id, refund_id: here.refund_id },
    ...{ kind, about, attempt, key: nameOf(here.refund_id, attempt) },
    said: entry && saidOf(entry),
    recorded: { status, outcome, amount_minor, currency, reference, at },
    line: entry?.line ?? null,
  }
}

/** The refund is not there, or has no such attempt; whether another client has it is nobody's business. */
function unknownHere(
  client_id: string | null,
  { attempt, key }: Pick<StatementItem, 'refund_id' | 'attempt' | 'key'>,
  here: Known | null,
  entry: StatementEntry,
): Discrepancy {
  return {
    client_id: here?.refund.client_id ?? client_id,
    user_id: here?.refund.beneficiary.user_id ?? null,
    refund_id: here?.refund_id ?? null,
    ...{ kind: 'missing_here', about: entry.about, attempt, key, said: saidOf(entry), recorded: null },
    line: entry.line,
  }
}

function saidOf({ outcome, amount_minor, currency, reference, at }: StatementEntry): Flagged['said'] {
  return { outcome, amount_minor, currency, reference, at }
}

function* inParts<T>(items: Iterable<T>): Generator<T[]> {
  let part: T[] = []
  for (const item of items) {
    part.push(item)
    if (part.length < PARALLEL) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
