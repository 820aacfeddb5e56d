import { createAggregates } from '#domain/fraud/aggregates.ts'
import { FEATURE_NAMES, featuresOf, isSpike, type VelocityAggregates } from '#domain/fraud/features.ts'
import { type Entry, type History, NO_HISTORY, type Operation, withEntry } from '#domain/fraud/history.ts'
import { formatCount, type ProgressLine } from '#terminal/progress.ts'
import type { DataSetReader, Fraud, LabelledTransaction } from './labelled.ts'

const ROWS_AT_ONCE = 65_536

/** Transactions in the order in which they were received, with their features at that time. */
export type Table = {
  size: number
  at: readonly number[]
  /** Numbered in the order of their first transaction. */
  user: readonly number[]
  operation: readonly Operation[]
  fraud: readonly (Fraud | null)[]
  /** The features. */
  row(index: number): Float32Array
}

export type ScoredBy = { entry: Entry; history: History; aggregates: VelocityAggregates }
type ReplayOptions = { outcomes?: boolean; onRow?: (index: number, by: ScoredBy) => void }

/** Features as of each transaction's receipt; a fraud counts once it is known, or never if `outcomes` is false. */
export function createReplay({ outcomes = true, onRow }: ReplayOptions = {}) {
  const aggregates = createAggregates()
  const histories = new Map<string, { number: number; history: History }>()
  const pending: Parameters<(typeof aggregates)['known']>[0][] = []
  const chunks: Float32Array[] = []
  const at: number[] = []
  const user: number[] = []
  const operation: Operation[] = []
  const fraud: (Fraud | null)[] = []
  const width = FEATURE_NAMES.length
  const row = (index: number) => {
    const start = (index % ROWS_AT_ONCE) * width
    return chunks[Math.floor(index / ROWS_AT_ONCE)]!.subarray(start, start + width)
  }

  function learnUntil(receivedAt: number): void {
    while (pending.length > 0 && pending.at(-1)!.at <= receivedAt) aggregates.known(pending.pop()!)
  }

  return {
    take(transaction: LabelledTransaction): void {
      learnUntil(transaction.receivedAt)
      let own = histories.get(transaction.user)
      if (own === undefined) {
        own = { number: histories.size, history: NO_HISTORY }
        histories.set(transaction.user, own)
      }
      const { history } = own
      const entry = {
        ...transaction.entry,
        isSpike: isSpike(history, transaction.entry.at, transaction.entry.base),
      }
      const index = at.length
      if (index % ROWS_AT_ONCE === 0) chunks.push(new Float32Array(ROWS_AT_ONCE * width))
      const known = aggregates.aggregatesFor(entry, transaction.user)
      featuresOf(entry, history, known, row(index))
      onRow?.(index, { entry, history, aggregates: known })
      own.history = withEntry(history, entry)
      aggregates.add(entry, transaction.user)
      at.push(entry.at)
      user.push(own.number)
      operation.push(entry.operation)
      fraud.push(transaction.fraud)
      if (outcomes && transaction.fraud !== null)
        insert(pending, { ...entry, user: transaction.user, at: transaction.fraud.knownAt })
    },
    table: (): Table => ({ size: at.length, at, user, operation, fraud, row }),
  }
}

export async function replayDataSet(read: DataSetReader, progress: ProgressLine, options?: ReplayOptions) {
  const replay = createReplay(options)
  let count = 0
  const hashes = await read(transaction => {
    replay.take(transaction)
    count += 1
    progress.show(() => `${formatCount(count)} transactions read`)
  })
  return { table: replay.table(), hashes }
}

/** Keeps descending order of time, so that the next one is popped from the end. */
function insert<T extends { at: number }>(pending: T[], known: T): void {
  let index = pending.length
  while (index > 0 && pending[index - 1]!.at < known.at) index -= 1
  pending.splice(index, 0, known)
}
