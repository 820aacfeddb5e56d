import { api } from '../../api.ts'
import { draftOf } from '../../drafts.ts'
import { utcOf } from '../../format/local-time.ts'
import { go } from '../../routing/location.ts'
import { formatRoute } from '../../routing/route.ts'
import { useKept } from '../../session/use-kept.ts'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { useCommand } from '../../ui/use-command.ts'
import type { EndpointActionProps } from '../endpoint.ts'
import { RECOVERIES, recoveryOf } from './recoveries.ts'

/** What the service answers has a page of its own, because the API lists no recoveries. */
export function RecoveryForm({ endpoint: { webhook_id } }: EndpointActionProps) {
  const form = `recover ${webhook_id}`
  const draft = draftOf(form)
  /** One that was started while its user had to sign in again. */
  const started = useKept<string | null>('started', null)
  const pathOf = (recovery_id: string) => ['webhooks', webhook_id, 'recover', recovery_id]
  const command = useCommand(async isThere => {
    const { what = '', since = '', until = '' } = draft.peek()
    const body = { ...recoveryOf(what), since: utcOf(since), ...(until === '' ? {} : { until: utcOf(until) }) }
    const { recovery_id } = await api.recoverDeliveries({ path: { webhook_id }, body })
    draft.value = {}
    started.value = recovery_id
    if (isThere()) go({ path: pathOf(recovery_id) })
  })
  return (
    <form class="action" onSubmit={command.start}>
      <Field form={form} name="what" label="What to send" isRequired options={[['', 'Choose'], ...RECOVERIES]} />
      <Field form={form} isTime name="since" label="From (your time)" isRequired />
      <Field form={form} isTime name="until" label="Until (your time)" hint="Empty: until now." />
      <FormEnd
        state={command.state}
        title="Send these again"
        onDiscard={() => {
          draft.value = {}
        }}
        unknown="If it was, its deliveries are pending or have new attempts: look at the list before you repeat this."
      >
        {started.value !== null && (
          <p role="status">
            It was accepted: <a href={formatRoute({ path: pathOf(started.value) })}>see how far it is</a>.
          </p>
        )}
      </FormEnd>
    </form>
  )
}
