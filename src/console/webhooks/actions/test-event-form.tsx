import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { Answer, WebhookEventType } from '../../../client/types.ts'
import { api } from '../../api.ts'
import { formatRoute } from '../../routing/route.ts'
import { FormEnd } from '../../ui/form-end.tsx'
import { useCommand } from '../../ui/use-command.ts'
import type { EndpointActionProps } from '../endpoint.ts'
import { EVENT_TYPES } from '../event-types.ts'

type Queued = Answer<'sendTestEvent'>

/** The type is chosen, not typed: leaving the form loses nothing. */
export function TestEventForm({ endpoint: { webhook_id }, onDone }: EndpointActionProps) {
  const type = useMemo(() => signal<WebhookEventType>('refund.completed'), [])
  const queued = useMemo(() => signal<Queued | null>(null), [])
  const command = useCommand(async () => {
    queued.value = null
    try {
      queued.value = await api.sendTestEvent({ path: { webhook_id }, body: { event_type: type.peek() } })
    } finally {
      onDone()
    }
  })
  return (
    <form class="action" onSubmit={command.start}>
      <p>A sample event without real data is signed and sent like any other, whatever types the endpoint gets.</p>
      <div class="field">
        <label>
          Type of the test event
          <select
            value={type.value}
            onChange={event => {
              type.value = event.currentTarget.value as WebhookEventType
            }}
          >
            {EVENT_TYPES.map(one => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      </div>
      <FormEnd
        state={command.state}
        title="Send it"
        unknown="Reload the page and look for it among the deliveries below."
      >
        {queued.value !== null && (
          <p role="status">
            Queued:{' '}
            <a href={formatRoute({ path: ['webhooks', webhook_id, 'deliveries', queued.value.delivery_id] })}>
              its delivery
            </a>{' '}
            shows the outcome.
          </p>
        )}
      </FormEnd>
    </form>
  )
}
