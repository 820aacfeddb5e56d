import { isOutcomeUnknown } from './problem.ts'
import { ProblemNote } from './problem-note.tsx'
import type { CommandState } from './use-command.ts'

/**
 * How to find out whether a command was executed whose answer was lost; or what a user has to know about any failure of
 * it, beyond its error; null: nothing.
 */
export type UnknownOutcome = string | ((error: unknown) => string | null)

export function CommandProblem({ state, unknown }: { state: CommandState; unknown: UnknownOutcome }) {
  if (state.is !== 'failed') return null
  const notice = noticeOf(state.error, unknown)
  return (
    <>
      {notice !== null && <p role="alert">{notice}</p>}
      <ProblemNote error={state.error} />
    </>
  )
}

function noticeOf(error: unknown, unknown: UnknownOutcome): string | null {
  if (typeof unknown === 'function') return unknown(error)
  return isOutcomeUnknown(error) ? `It is not known whether this was done. ${unknown}` : null
}
