import { api } from '../../api.ts'
import { CommandProblem } from '../../ui/command-problem.tsx'
import { useCommand } from '../../ui/use-command.ts'
import type { EndpointActionProps } from '../endpoint.ts'

/** The answer has the secret: it is shown beside the forms, where no other action takes it away. */
export function RotateSecretForm({ endpoint: { webhook_id }, onRotated }: EndpointActionProps) {
  const command = useCommand(async () => onRotated(await api.rotateWebhookSecret({ path: { webhook_id } })))
  return (
    <form class="action" onSubmit={command.start}>
      <p>The service makes a new secret and shows it once. The present one stays valid for a time.</p>
      <div class="actions">
        <button type="submit" class="primary" disabled={command.state.is === 'running'}>
          Rotate the secret now
        </button>
      </div>
      <CommandProblem state={command.state} unknown="If it was, the new secret was lost on the way: rotate it again." />
    </form>
  )
}
