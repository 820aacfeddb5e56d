import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { Answer } from '../../../client/types.ts'
import { api } from '../../api.ts'
import { Time } from '../../ui/time.tsx'
import { useCommand } from '../../ui/use-command.ts'
import type { EndpointActionProps } from '../endpoint.ts'
import { SecretOnce } from '../secret-once.tsx'
import { CommandProblem } from './command-problem.tsx'

type Rotated = Answer<'rotateWebhookSecret'>

export function RotateSecretForm({ endpoint: { webhook_id }, onDone }: EndpointActionProps) {
  const rotated = useMemo(() => signal<Rotated | null>(null), [])
  const command = useCommand(async () => {
    rotated.value = await api.rotateWebhookSecret({ path: { webhook_id } })
  })
  if (rotated.value !== null) {
    const { secret, previous_expires_at } = rotated.value
    const forget = () => {
      rotated.value = null
      onDone()
    }
    return (
      <>
        <p>
          The new secret signs deliveries from now on. The one before also signs until <Time at={previous_expires_at} />
          .
        </p>
        <SecretOnce secret={secret} onStored={forget} />
      </>
    )
  }
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
