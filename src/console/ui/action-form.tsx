import type { ComponentChildren } from 'preact'
import { draftOf, type FormDraft } from '../drafts.ts'
import { CommandProblem } from './command-problem.tsx'
import type { ActionFormProps } from './record-actions.tsx'
import { useCommand } from './use-command.ts'

type Props = ActionFormProps & {
  /** The name of its draft. */
  form: string
  title: string
  send(given: FormDraft): Promise<unknown>
  /** Also after a failure: another user may have been faster, or the answer was lost. */
  onSent(): void
  /** How to find out whether it was done, when its answer was lost. */
  unknown: string
  children?: ComponentChildren
}

/** The form of an action on a record. Its draft goes when the action was accepted, or is discarded. */
export function ActionForm({ form, title, send, onSent, unknown, isPossible, onDone, onDiscard, children }: Props) {
  const draft = draftOf(form)
  const command = useCommand(async () => {
    try {
      await send(draft.peek())
    } finally {
      onSent()
    }
    draft.value = {}
    onDone()
  })
  return (
    <form class="action" onSubmit={command.start}>
      {children}
      <div class="actions">
        <button type="submit" class="primary" disabled={command.state.is === 'running' || !isPossible}>
          {title}
        </button>
        <button
          type="button"
          onClick={() => {
            draft.value = {}
            onDiscard()
          }}
        >
          Discard
        </button>
      </div>
      <CommandProblem state={command.state} unknown={unknown} />
    </form>
  )
}
