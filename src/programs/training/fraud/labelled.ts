import type { Entry } from '#domain/fraud/history.ts'

/** A transaction of a data set, with what became of it. */
export type LabelledTransaction = {
  user: string
  /** Whether it is a spike comes out of the replay. */
  entry: Omit<Entry, 'isSpike'>
  receivedAt: number
  fraud: Fraud | null
}

export type Fraud = {
  /** What kind of fraud, in the data set's words. */
  scenario: string
  /** When it became known, milliseconds. */
  knownAt: number
}

/** Hands a data set on in the order in which it was received; answers the SHA-256 of each file. */
export type DataSetReader = (take: (transaction: LabelledTransaction) => void) => Promise<Record<string, string>>

/** The same text once, and not with the line that it was cut out of. */
export function createIntern(): (text: string) => string {
  const known = new Map<string, string>()
  return text => {
    const interned = known.get(text)
    if (interned !== undefined) return interned
    known.set(text, text)
    return text
  }
}

/** A time of a data set, milliseconds. */
export function timeIn(text: string): number {
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new Error(`"${text}" is no time`)
  return at
}
