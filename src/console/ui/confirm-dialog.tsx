import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { CommandProblem } from './command-problem.tsx'
import { useCommand } from './use-command.ts'

type Props = {
  title: string
  /** What the button does that confirms. */
  action: string
  run(): Promise<void>
  /** How to find out whether it was done when the answer was lost. */
  unknown: string
  onClose(isDone: boolean): void
  children: ComponentChildren
}

/** Asks before something that can't be undone, or that takes effect for others at once. */
export function ConfirmDialog({ title, action, run, unknown, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isDone = useRef(false)
  const command = useCommand(async () => {
    await run()
    isDone.current = true
    dialog.current?.close()
  })
  const isRunning = command.state.is === 'running'
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="confirm-title"
      // What came of the command would be shown nowhere.
      onCancel={event => isRunning && event.preventDefault()}
      onClose={() => onClose(isDone.current)}
    >
      <form onSubmit={command.start}>
        <h2 id="confirm-title">{title}</h2>
        {children}
        <div class="actions">
          <button type="submit" class="primary" disabled={isRunning}>
            {action}
          </button>
          <button type="button" disabled={isRunning} onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
        <CommandProblem state={command.state} unknown={unknown} />
      </form>
    </dialog>
  )
}
