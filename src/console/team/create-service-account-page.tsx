import { useEffect } from 'preact/hooks'
import type { Answer } from '../../client/types.ts'
import { api, user } from '../api.ts'
import { draftOf } from '../drafts.ts'
import { utcOf } from '../format/local-time.ts'
import { go, route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { useKept } from '../session/use-kept.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { Field } from '../ui/field.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { SecretOnce } from '../ui/secret-once.tsx'
import { useCommand } from '../ui/use-command.ts'
import { FOR_PLATFORM_ONLY, FOR_USERS_ONLY, type ScopeName } from './roles.ts'
import { chosenScopes, ScopeChoice, scopeDraft } from './scope-choice.tsx'

const CREATE_FORM = 'create a service account'

type Created = Answer<'createServiceAccount'>

export function CreateServiceAccountPage() {
  const created = useKept<Created | null>('created', null)
  const { client_id, like } = route.value.query
  const of: { client_id?: string } = client_id === undefined ? {} : { client_id }
  return (
    <>
      <p>
        <a href={formatRoute({ path: ['team', 'service-accounts'], query: of })}>All service accounts</a>
      </p>
      <h1>Create a service account</h1>
      {client_id !== undefined && <p>Of the client {client_id}.</p>}
      {created.value === null ? (
        <CreateForm
          client_id={client_id ?? user.value?.client_id ?? ''}
          like={like ?? null}
          onCreated={account => {
            created.value = account
          }}
        />
      ) : (
        <CreatedAccount account={created.value} />
      )}
    </>
  )
}

type FormProps = {
  client_id: string
  /** The account that the new one is to replace. */
  like: string | null
  onCreated(account: Created): void
}

function CreateForm({ client_id, like, onCreated }: FormProps) {
  const draft = draftOf(CREATE_FORM)
  useEffect(() => {
    if (like !== null) void prefill(client_id, like)
  }, [client_id, like])
  const isOwn = client_id === user.value?.client_id
  const grantable = ((user.value?.scopes ?? []) as readonly ScopeName[]).filter(
    scope => !FOR_USERS_ONLY.includes(scope) && (isOwn || !FOR_PLATFORM_ONLY.includes(scope)),
  )
  const command = useCommand(async () => {
    const { name = '', expires_at = '' } = draft.peek()
    const account = await api.createServiceAccount({
      path: { client_id },
      body: {
        name: name.trim(),
        scopes: chosenScopes(CREATE_FORM, grantable),
        ...(expires_at === '' ? {} : { expires_at: utcOf(expires_at) }),
      },
    })
    draft.value = {}
    onCreated(account)
  })
  return (
    <form onSubmit={command.start}>
      <fieldset>
        <legend>What it is for</legend>
        <Field form={CREATE_FORM} name="name" label="Name" hint="Such as: refund worker" isRequired maxLength={140} />
        <Field form={CREATE_FORM} isTime name="expires_at" label="Expires (your time)" hint="Empty: never." />
      </fieldset>
      <ScopeChoice form={CREATE_FORM} scopes={grantable} />
      <FormEnd
        state={command.state}
        title="Create the account"
        running="Creating"
        unknown="Look at the list: if the account is there, its secret is lost. Revoke it and create another."
      />
    </form>
  )
}

/** Without the account, the form is empty: it can be filled by hand. What was typed stays. */
async function prefill(client_id: string, service_account_id: string): Promise<void> {
  const account = await api.getServiceAccount({ path: { client_id, service_account_id } }).catch(() => null)
  const draft = draftOf(CREATE_FORM)
  if (account === null || Object.values(draft.peek()).some(text => text !== '')) return
  draft.value = { name: account.name, ...scopeDraft(account.scopes) }
}

function CreatedAccount({ account }: { account: Created }) {
  const { client_id, service_account_id } = account
  return (
    <>
      <Facts
        of={[
          ['Name', account.name],
          ['Login name', <Copyable text={account.email} name="the login name" />],
          ['Scopes', account.scopes.join(', ')],
        ]}
      />
      <SecretOnce
        secret={account.secret}
        advice="Store the secret where the machine reads it: it is its password. It is shown now and never again."
        onStored={() => go({ path: ['team', 'service-accounts', client_id, service_account_id] })}
      />
    </>
  )
}
