import { api } from '../../api.ts'
import { changedTexts, draftOf, fillForm } from '../../drafts.ts'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { useCommand } from '../../ui/use-command.ts'
import type { EndpointActionProps } from '../endpoint.ts'
import { EventTypeChoice } from '../event-type-choice.tsx'
import { changesOfEndpoint, endpointTexts } from './endpoint-texts.ts'

/** Only what was changed is sent: what another person changed stays. */
export function EditEndpointForm({ endpoint, onDone }: EndpointActionProps) {
  const { webhook_id } = endpoint
  const form = `change ${webhook_id}`
  fillForm(form, endpointTexts(endpoint))
  const isChanged = Object.keys(changedTexts(form)).length > 0
  const command = useCommand(async () => {
    const body = changesOfEndpoint(changedTexts(form))
    try {
      await api.updateWebhook({ path: { webhook_id }, body })
    } finally {
      // Also after a failure: the answer may have been lost.
      onDone()
    }
    draftOf(form).value = {}
  })
  return (
    <form class="action" onSubmit={command.start}>
      <p>The next attempt of each delivery uses the new address. The secret stays.</p>
      <Field form={form} name="url" label="Address" isRequired maxLength={2_048} />
      <Field form={form} name="description" label="Description" maxLength={500} />
      <EventTypeChoice form={form} />
      <Field form={form} name="rate" label="Deliveries per second" hint="Empty: no limit." inputMode="decimal" />
      <Field form={form} name="metadata" label="Metadata" hint="Your own data, as a JSON object." lines={3} />
      <FormEnd
        state={command.state}
        title="Save the changes"
        isPossible={isChanged}
        onDiscard={() => {
          draftOf(form).value = {}
        }}
        unknown="The record above was read again. Save once more if it does not have your changes: that does no harm."
      >
        <p role="status">{command.state.is === 'done' && !isChanged && 'The endpoint is changed.'}</p>
      </FormEnd>
    </form>
  )
}
