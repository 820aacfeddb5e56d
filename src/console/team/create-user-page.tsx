import { signal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { api } from '../api.ts'
import { draftOf } from '../drafts.ts'
import { go, route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { fieldsOf } from '../ui/action-form.tsx'
import { Field } from '../ui/field.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { isOutcomeUnknown } from '../ui/problem.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { useCommand } from '../ui/use-command.ts'
import { ROLE_DESCRIPTIONS, ROLES, type UserAnswer, type UserRole } from './roles.ts'
import { findUserByAddress } from './users-page.tsx'

const FORM = 'create a user'

export function CreateUserPage() {
  const { client_id } = route.value.query
  const of = client_id === undefined ? {} : { client_id }
  const form = useRef<HTMLFormElement>(null)
  const draft = draftOf(FORM)
  const command = useCommand(async isThere => {
    const { email = '', display_name = '', role, password = '' } = fieldsOf(form.current)
    const { user_id } = await api.registerUser({
      body: {
        ...of,
        email: email.trim(),
        role: role as UserRole,
        ...(display_name.trim() === '' ? {} : { display_name: display_name.trim() }),
        ...(password === '' ? {} : { password }),
      },
    })
    draft.value = {}
    if (isThere()) go({ path: ['team', 'users', user_id] })
  })
  const { state } = command
  return (
    <>
      <p>
        <a href={formatRoute({ path: ['team', 'users'], query: of })}>All users</a>
      </p>
      <h1>Create a user</h1>
      {client_id !== undefined && <p>Of the client {client_id}.</p>}
      <form ref={form} onSubmit={command.start}>
        <fieldset>
          <legend>Who it is</legend>
          <Field form={FORM} name="email" label="E-mail address" hint="To log in with." isRequired maxLength={254} />
          <Field form={FORM} name="display_name" label="Name" hint="Colleagues see it." maxLength={140} />
          <Field
            form={FORM}
            name="role"
            label="Role"
            isRequired
            options={[['', 'Choose a role'], ...ROLES.map(role => [role, role] as const)]}
          />
          {isRole(draft.value.role) && <p class="hint">{ROLE_DESCRIPTIONS[draft.value.role]}</p>}
          <PasswordField
            name="password"
            label="First password"
            hint="At least 12 characters. Hand it over yourself: no mail is sent. Empty: no login by password."
            autocomplete="new-password"
          />
        </fieldset>
        <FormEnd state={state} title="Create the user" running="Creating" unknown={() => null}>
          {state.is === 'failed' && isOutcomeUnknown(state.error) && (
            <LookForUser email={draft.value.email ?? ''} of={of} />
          )}
        </FormEnd>
      </form>
    </>
  )
}

const isRole = (text: string | undefined): text is UserRole => ROLES.some(role => role === text)

/** After a lost answer: the list by address is always current. */
function LookForUser({ email, of }: { email: string; of: { client_id?: string } }) {
  const found = useMemo(() => signal<UserAnswer | null | undefined>(undefined), [])
  const search = useCommand(async () => {
    found.value = await findUserByAddress(email, of)
  })
  return (
    <div role="alert">
      <p>It is not known whether the user was created.</p>
      <button type="button" onClick={() => void search.start()}>
        Look for the address
      </button>
      {found.value === null && <p>No user has this address: nothing was created.</p>}
      {found.value && (
        <p>
          The user was created: <a href={formatRoute({ path: ['team', 'users', found.value.user_id] })}>open it</a>.
        </p>
      )}
      {search.state.is === 'failed' && <ProblemNote error={search.state.error} />}
    </div>
  )
}
