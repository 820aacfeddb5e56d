import type { Entry } from '#domain/fraud/history.ts'

export type LabelledTransaction = {
  user: string
  /** The replay computes `isSpike`. */
  entry: Omit<Entry, 'isSpike'>
  receivedAt: number
  fraud: Fraud | null
}

export type Fraud = {
  /** The data set's name for the kind of fraud. */
  scenario: string
  /** Milliseconds. */
  knownAt: number
}

/** Passes transactions in the order in which they were received; returns the SHA-256 of each file. */
export type DataSetReader = (take: (transaction: LabelledTransaction) => void) => Promise<Record<string, string>>

/** Interns texts, because a substring keeps its whole line in memory. */
export function createIntern(): (text: string) => string {
  const known = new Map<string, string>()
  return text => {
    if (!known.has(text)) known.set(text, text)
    return known.get(text)!
  }
}

/** Milliseconds. */
export function timeIn(text: string): number {
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new Error(`"${text}" is not a time`)
  return at
}
