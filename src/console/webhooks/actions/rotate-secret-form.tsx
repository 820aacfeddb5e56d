import { api } from '../../api.ts'
import { FormEnd } from '../../ui/form-end.tsx'
import { useCommand } from '../../ui/use-command.ts'
import type { EndpointActionProps } from '../endpoint.ts'

/** The answer has the secret: it is shown beside the forms, where no other action takes it away. */
export function RotateSecretForm({ endpoint: { webhook_id }, onRotated }: EndpointActionProps) {
  const command = useCommand(async () => onRotated(await api.rotateWebhookSecret({ path: { webhook_id } })))
  return (
    <form class="action" onSubmit={command.start}>
      <p>The service makes a new secret and shows it once. The present one stays valid for a time.</p>
      <FormEnd
        state={command.state}
        title="Rotate the secret now"
        unknown="If it was, the new secret was lost on the way: rotate it again."
      />
    </form>
  )
}
