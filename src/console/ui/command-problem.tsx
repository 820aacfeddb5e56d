import { isOutcomeUnknown } from './problem.ts'
import { ProblemNote } from './problem-note.tsx'
import type { CommandState } from './use-command.ts'

/** `unknown`: how to find out whether a command was executed whose answer was lost. */
export function CommandProblem({ state, unknown }: { state: CommandState; unknown: string }) {
  if (state.is !== 'failed') return null
  return (
    <>
      {isOutcomeUnknown(state.error) && <p role="alert">It is not known whether this was done. {unknown}</p>}
      <ProblemNote error={state.error} />
    </>
  )
}
