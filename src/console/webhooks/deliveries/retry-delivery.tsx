import { api } from '../../api.ts'
import { CommandProblem } from '../../ui/command-problem.tsx'
import { useCommand } from '../../ui/use-command.ts'

type Props = { path: { webhook_id: string; delivery_id: string }; onDone(): void }

export function RetryDelivery({ path, onDone }: Props) {
  const command = useCommand(async () => {
    try {
      await api.retryDelivery({ path })
    } finally {
      // Also after a failure: the answer may have been lost.
      onDone()
    }
  })
  return (
    <section aria-labelledby="retry-title">
      <h2 id="retry-title">Actions</h2>
      <p>
        <button type="button" disabled={command.state.is === 'running'} onClick={() => void command.start()}>
          Send it once more
        </button>{' '}
        One attempt beside the schedule. Its receiver drops repeats by the id of the event.
      </p>
      {command.state.is === 'done' && <p role="status">Accepted: its answer appears among the attempts.</p>}
      <CommandProblem state={command.state} unknown="Reload the page and look at its attempts before you try again." />
    </section>
  )
}
