import type { Answer } from '../../client/types.ts'
import { api, user } from '../api.ts'
import { formatRoute } from '../routing/route.ts'
import { ActionForm } from '../ui/action-form.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { RecordActions } from '../ui/record-actions.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'

type Account = Answer<'getServiceAccount'>

export function ServiceAccountPage({ client: client_id, id: service_account_id }: { client: string; id: string }) {
  const path = { client_id, service_account_id }
  const account = useLastAnswer(signal => api.getServiceAccount({ path }, { signal }), service_account_id)
  const isOwn = client_id === user.value?.client_id
  const parent = isOwn
    ? { title: 'All service accounts', path: ['team', 'service-accounts'] }
    : { title: 'Its client', path: ['team', 'clients', client_id] }
  return (
    <RecordPage title="Service account" parent={parent} of={account}>
      {answer => (
        <>
          <AccountFacts account={answer} />
          <AccountActions account={answer} onSent={account.reload} />
          <RecordSource record={answer} path={`/admin/clients/${client_id}/service-accounts/${service_account_id}`} />
        </>
      )}
    </RecordPage>
  )
}

function AccountFacts({ account }: { account: Account }) {
  return (
    <Facts
      of={[
        ['Name', account.name],
        ['Status', <StatusMark status={account.status} />],
        ['Login name', <Copyable text={account.email} name="the login name" />],
        ['Account', <Copyable text={account.service_account_id} name="the id of the account" />],
        ['Scopes', account.scopes.join(', ')],
        ['Last used', account.last_used_at === null ? 'never' : <Time at={account.last_used_at} />],
        ['Expires', account.expires_at === null ? 'never' : <Time at={account.expires_at} />],
        ['Revoked', account.revoked_at && <Time at={account.revoked_at} />],
        ['Created', <Time at={account.created_at} />],
      ]}
    />
  )
}

type AccountPath = { client_id: string; service_account_id: string }
type AccountAction = 'replace' | 'revoke'

const TITLES: Record<AccountAction, string> = { replace: 'Replace the secret', revoke: 'Revoke the account' }

function AccountActions({ account, onSent }: { account: Account; onSent(): void }) {
  const { client_id, service_account_id, status } = account
  const path = { client_id, service_account_id }
  return (
    <RecordActions<AccountAction>
      titles={TITLES}
      done={{ replace: '', revoke: 'The account is revoked. Its tokens work for at most 5 s more.' }}
      objectionTo={action => (action === 'revoke' && status === 'revoked' ? 'The account is revoked.' : null)}
      form={(action, props) =>
        action === 'revoke' ? (
          <ActionForm
            form={`revoke ${service_account_id}`}
            title="Revoke it now"
            send={() => api.revokeServiceAccount({ path })}
            unknown="The record is read again: a repeat changes nothing."
            onSent={onSent}
            {...props}
          >
            <p>The machine is refused from now on. This can't be undone.</p>
          </ActionForm>
        ) : (
          <Replacement path={path} />
        )
      }
    />
  )
}

/** An account has one secret for all its life. */
function Replacement({ path: { client_id, service_account_id } }: { path: AccountPath }) {
  const query = { client_id, like: service_account_id }
  return (
    <div class="action">
      <p>
        A secret never changes. Create another account with the same name and scopes, give its secret to the machine,
        then revoke this one.
      </p>
      <div class="actions">
        <a class="button primary" href={formatRoute({ path: ['team', 'service-accounts', 'new'], query })}>
          Create another account
        </a>
      </div>
    </div>
  )
}
