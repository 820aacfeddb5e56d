import type { ComponentChildren } from 'preact'
import { CommandProblem, type UnknownOutcome } from './command-problem.tsx'
import type { CommandState } from './use-command.ts'

type Props = {
  state: CommandState
  title: string
  /** The title while the command runs. */
  running?: string
  isPossible?: boolean
  /** None: the form has nothing to discard. */
  onDiscard?(): void
  unknown: UnknownOutcome
  /** What came of it. */
  children?: ComponentChildren
}

/** The end of a form that sends a command: its buttons, what came of it, and its problem. */
export function FormEnd({ state, title, running = title, isPossible = true, onDiscard, unknown, children }: Props) {
  const isRunning = state.is === 'running'
  return (
    <>
      <div class="actions">
        <button type="submit" class="primary" disabled={isRunning || !isPossible}>
          {isRunning ? running : title}
        </button>
        {onDiscard !== undefined && (
          <button type="button" onClick={onDiscard}>
            Discard
          </button>
        )}
      </div>
      {children}
      <CommandProblem state={state} unknown={unknown} />
    </>
  )
}
