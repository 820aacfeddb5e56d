import { api } from '../../api.ts'
import { useCommand } from '../../ui/use-command.ts'
import type { EndpointActionProps } from '../endpoint.ts'
import { CommandProblem } from './command-problem.tsx'

export function SwitchForm({ endpoint: { webhook_id, status }, onDone }: EndpointActionProps) {
  const command = useCommand(async () => {
    try {
      const body = { status: status === 'active' ? 'disabled' : 'active' } as const
      await api.updateWebhook({ path: { webhook_id }, body })
    } finally {
      // Also after a failure: another person may have been faster, or the answer was lost.
      onDone()
    }
  })
  return (
    <form class="action" onSubmit={command.start}>
      <p>
        {status === 'active'
          ? 'While it is disabled, its deliveries fail without a request. A recovery sends them later.'
          : 'Events are sent to it from now on. A recovery sends what it missed.'}
      </p>
      <div class="actions">
        <button type="submit" class="primary" disabled={command.state.is === 'running'}>
          {status === 'active' ? 'Disable it now' : 'Enable it now'}
        </button>
      </div>
      <CommandProblem state={command.state} unknown="The record above was read again: look at its status." />
    </form>
  )
}
