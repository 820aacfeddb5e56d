import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { FormEnd } from '../../ui/form-end.tsx'
import { useCommand } from '../../ui/use-command.ts'
import type { EndpointActionProps, EndpointStatusName } from '../endpoint.ts'

export function SwitchForm({ endpoint: { webhook_id, status }, onDone }: EndpointActionProps) {
  /** The record is read again while the form is open: the button keeps its meaning. */
  const [wanted] = useState<EndpointStatusName>(status === 'active' ? 'disabled' : 'active')
  const command = useCommand(async () => {
    try {
      await api.updateWebhook({ path: { webhook_id }, body: { status: wanted } })
    } finally {
      // Also after a failure: another person may have been faster, or the answer was lost.
      onDone()
    }
  })
  return (
    <form class="action" onSubmit={command.start}>
      <p>
        {wanted === 'disabled'
          ? 'While it is disabled, attempts fail without a request. A delivery without attempts left needs a recovery.'
          : 'What is pending is sent at its next attempt. A recovery sends what has no attempts left.'}
      </p>
      <FormEnd
        state={command.state}
        title={wanted === 'disabled' ? 'Disable it now' : 'Enable it now'}
        isPossible={command.state.is !== 'done'}
        unknown="Reload the page and look at its status before you try again."
      >
        <p role="status">{command.state.is === 'done' && `The endpoint is ${wanted}.`}</p>
      </FormEnd>
    </form>
  )
}
