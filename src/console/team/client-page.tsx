import { api } from '../api.ts'
import type { FormDraft } from '../drafts.ts'
import { formatRoute } from '../routing/route.ts'
import { ActionForm } from '../ui/action-form.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { Field } from '../ui/field.tsx'
import { RecordActions } from '../ui/record-actions.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { type ClientAnswer, limitsOf, TIERS, type TierName } from './client.ts'

export function ClientPage({ id: client_id }: { id: string }) {
  const client = useLastAnswer(signal => api.getClient({ path: { client_id } }, { signal }), client_id)
  return (
    <RecordPage title="Client" parent={{ title: 'All clients', path: ['team', 'clients'] }} of={client}>
      {answer => (
        <>
          <ClientFacts client={answer} />
          <p class="actions">
            <a href={formatRoute({ path: ['team', 'users'], query: { client_id } })}>Its users</a>
            <a href={formatRoute({ path: ['team', 'service-accounts'], query: { client_id } })}>Its service accounts</a>
          </p>
          <ClientActions client={answer} onSent={client.reload} />
          <RecordSource record={answer} path={`/admin/clients/${client_id}`} />
        </>
      )}
    </RecordPage>
  )
}

function ClientFacts({ client }: { client: ClientAnswer }) {
  const { tier, sms_quota } = client
  return (
    <Facts
      of={[
        ['Name', client.name],
        ['Status', <StatusMark status={client.status} />],
        ['Client', <Copyable text={client.client_id} name="the id of the client" />],
        ['Tier', tier],
        ['Requests', limitsOf(client)],
        ['Messages analysed', sms_quota === null ? `as tier ${tier}` : quotaOf(sms_quota)],
        ['Country', client.country ?? 'unknown'],
        ['Created', <Time at={client.created_at} />],
      ]}
    />
  )
}

function quotaOf({ per_month }: NonNullable<ClientAnswer['sms_quota']>): string {
  return per_month === null ? 'no limit' : `${per_month} a month`
}

type ClientAction = 'terms' | 'suspend' | 'resume'

const TITLES: Record<ClientAction, string> = {
  terms: 'Change name or tier',
  suspend: 'Suspend the client',
  resume: 'Resume the client',
}
const DONE: Record<ClientAction, string> = {
  terms: 'The client is changed.',
  suspend: 'The client is suspended.',
  resume: 'The client is active.',
}

type Change = NonNullable<Parameters<typeof api.changeClient>[0]>['body']

const CHANGES: Record<ClientAction, (given: FormDraft) => Change> = {
  terms: ({ name = '', tier = '' }) => ({
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(tier === '' ? {} : { tier: tier as TierName }),
  }),
  suspend: () => ({ status: 'disabled' }),
  resume: () => ({ status: 'active' }),
}

function objectionTo(action: ClientAction, { status }: ClientAnswer): string | null {
  if (action === 'suspend' && status === 'disabled') return 'The client is suspended.'
  if (action === 'resume' && status === 'active') return 'The client is active.'
  return null
}

function ClientActions({ client, onSent }: { client: ClientAnswer; onSent(): void }) {
  const { client_id, tier } = client
  return (
    <RecordActions<ClientAction>
      titles={TITLES}
      done={DONE}
      objectionTo={action => objectionTo(action, client)}
      form={(action, props) => {
        const form = `${action} ${client_id}`
        return (
          <ActionForm
            key={action}
            form={form}
            title={TITLES[action]}
            send={given => api.changeClient({ path: { client_id }, body: CHANGES[action](given) })}
            unknown="The record is read again: look at it before you repeat this."
            onSent={onSent}
            {...props}
          >
            {action === 'terms' && (
              <>
                <Field form={form} name="name" label="Name" hint="Empty: as it is." maxLength={140} />
                <Field
                  form={form}
                  name="tier"
                  label="Tier"
                  options={[
                    ['', `${tier}, as it is`],
                    ...TIERS.filter(one => one !== tier).map(one => [one, one] as const),
                  ]}
                />
              </>
            )}
            {action === 'suspend' && (
              <p>
                Its users can't log in, its tokens stop working, and nothing is sent to its endpoints until it is active
                again. This takes three seconds.
              </p>
            )}
            {action === 'resume' && <p>Its users can log in again, and its deliveries go on.</p>}
          </ActionForm>
        )
      }}
    />
  )
}
