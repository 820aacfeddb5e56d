import type { LogCheckpoint } from './checkpoint.ts'
import type { LogDifference } from './log-difference.ts'
import type { EventPosition } from './stream-head.ts'

export type LogProblem = { stream?: string; revision?: number; what: string }

/** Problems that are listed one by one. */
const PROBLEMS_MAX = 100

export function problemList() {
  const found: { position: bigint | null; problem: LogProblem }[] = []
  let count = 0
  let replacement: { position: bigint; problem: LogProblem } | null = null
  return {
    /** @param position of the event; null without one. */
    add(position: bigint | null, problem: LogProblem) {
      count += 1
      if (found.length < PROBLEMS_MAX) found.push({ position, problem })
    },
    /** Replaces all problems at or after the position. */
    replaceFrom(position: bigint, problem: LogProblem) {
      replacement = { position, problem }
    },
    sorted(): { first: LogProblem[]; count: number } {
      const kept = found.filter(
        ({ position }) => replacement === null || position === null || position < replacement.position,
      )
      const all = replacement === null ? kept : [...kept, replacement]
      // Problems without an event come first.
      all.sort((a, b) => Number((a.position ?? -1n) - (b.position ?? -1n)))
      return { first: all.map(({ problem }) => problem), count: replacement === null ? count : all.length }
    },
  }
}

/** The tree head matches, so the log is right; the unsigned record in PostgreSQL is not. */
export function recordProblem({ event, kind }: LogDifference, number: number): LogProblem {
  const what =
    kind === 'rewritten'
      ? `the log is as checkpoint ${number} covers it, but PostgreSQL's own record of the event differs: PostgreSQL was changed`
      : `the log holds the events that checkpoint ${number} covers, from here on in another order than they were recorded in`
  return { ...eventOf(event), what }
}

export function unlocatedProblem({ number }: LogCheckpoint, after: number, hasRecord: boolean): string {
  const between = after === 0 ? `up to checkpoint ${number}` : `between the checkpoints ${after} and ${number}`
  return hasRecord
    ? `the log ${between} is as PostgreSQL recorded it, and not as checkpoint ${number} covers it: both were changed, or PostgreSQL was when the checkpoint was made`
    : `the log ${between} is not as checkpoint ${number} covers it; PostgreSQL has no record any more of which event it is`
}

export function eventOf({ stream, revision }: EventPosition): { stream: string; revision: number } {
  return { stream, revision }
}
