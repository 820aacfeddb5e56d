import type { Answer } from '../../client/types.ts'
import { api } from '../api.ts'
import { draftOf } from '../drafts.ts'
import { go } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { useKept } from '../session/use-kept.ts'
import { Facts } from '../ui/facts.tsx'
import { Field } from '../ui/field.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { isOutcomeUnknown } from '../ui/problem.ts'
import { SecretOnce } from '../ui/secret-once.tsx'
import { useCommand } from '../ui/use-command.ts'
import { chosenEvents } from './chosen-events.ts'
import { normalAddress, STORE_SECRET } from './endpoint.ts'
import { EndpointsAt } from './endpoints-at.tsx'
import { EventTypeChoice } from './event-type-choice.tsx'
import { isCovered } from './event-types.ts'

const FORM = 'create an endpoint'

type Created = Answer<'createWebhook'>

export function CreateEndpointPage() {
  const created = useKept<Created | null>('created', null)
  return (
    <>
      <p>
        <a href={formatRoute({ path: ['webhooks'] })}>All endpoints</a>
      </p>
      <h1>Create an endpoint</h1>
      {created.value === null ? (
        <CreateForm
          onCreated={endpoint => {
            created.value = endpoint
          }}
        />
      ) : (
        <CreatedEndpoint endpoint={created.value} />
      )}
    </>
  )
}

function CreateForm({ onCreated }: { onCreated(endpoint: Created): void }) {
  const draft = draftOf(FORM)
  const command = useCommand(async () => {
    const { url = '', description = '' } = draft.peek()
    const chosen = chosenEvents(FORM)
    const events = chosen.filter(pattern => !isCovered(chosen, pattern))
    const endpoint = await api.createWebhook({
      body: { url: url.trim(), events, ...(description.trim() === '' ? {} : { description }) },
    })
    draft.value = {}
    onCreated(endpoint)
  })
  const { state } = command
  return (
    <form onSubmit={command.start}>
      <fieldset>
        <legend>Where events are sent</legend>
        <Field
          form={FORM}
          name="url"
          label="Address"
          hint="It begins with https:// and leads to a public address."
          isRequired
          maxLength={2_048}
        />
        <Field form={FORM} name="description" label="Description" maxLength={500} />
      </fieldset>
      <EventTypeChoice form={FORM} />
      <FormEnd state={state} title="Create the endpoint" running="Creating" unknown={() => null}>
        {state.is === 'failed' && isOutcomeUnknown(state.error) && (
          <EndpointsAt address={normalAddress((draft.value.url ?? '').trim())} />
        )}
      </FormEnd>
    </form>
  )
}

function CreatedEndpoint({ endpoint }: { endpoint: Created }) {
  return (
    <>
      <Facts
        of={[
          ['Address', endpoint.url],
          ['Endpoint', <code>{endpoint.webhook_id}</code>],
          ['Event types', endpoint.events.join(', ')],
        ]}
      />
      <SecretOnce
        secret={endpoint.secret}
        advice={STORE_SECRET}
        onStored={() => go({ path: ['webhooks', endpoint.webhook_id] })}
      />
    </>
  )
}
