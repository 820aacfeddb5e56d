import type { ComponentChildren } from 'preact'
import { api, user as viewer } from '../api.ts'
import type { FormDraft } from '../drafts.ts'
import { ActionForm } from '../ui/action-form.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { RecordActions } from '../ui/record-actions.tsx'
import { ROLES, type UserAnswer, type UserRole } from './roles.ts'

type UserAction = 'name' | 'role' | 'password' | 'sessions' | 'disable' | 'enable'

const TITLES: Record<UserAction, string> = {
  name: 'Change the name',
  role: 'Change the role',
  password: 'Set a new password',
  sessions: 'End all sessions',
  disable: 'Disable the user',
  enable: 'Enable the user',
}

const DONE: Record<UserAction, string> = {
  name: 'The name is changed.',
  role: 'The role is changed. It applies with the next token, within the hour.',
  password: 'The password is changed.',
  sessions: 'All sessions have ended.',
  disable: 'The user is disabled.',
  enable: 'The user is enabled.',
}

const FIELDS: Record<UserAction, (form: string, user: UserAnswer) => ComponentChildren> = {
  name: form => (
    <Field form={form} name="display_name" label="Name" hint="Colleagues see it. Empty: none." maxLength={140} />
  ),
  role: (form, { role: current }) => (
    <Field
      form={form}
      name="role"
      label="Role"
      isRequired
      options={[['', 'Choose a role'], ...ROLES.filter(role => role !== current).map(role => [role, role] as const)]}
    />
  ),
  password: () => (
    <>
      <p>It ends every session, key and linked login of the user, and unlocks the account. Hand it over yourself.</p>
      <PasswordField name="password" label="New password" isRequired autocomplete="new-password" />
    </>
  ),
  sessions: () => <p>Within 5 s no token of the user works any more. The user can log in again.</p>,
  disable: () => <p>Every session ends, and the user can't log in until an administrator enables the account.</p>,
  enable: () => <p>The user can log in again.</p>,
}

type Change = NonNullable<Parameters<typeof api.changeUser>[0]>['body']

const CHANGES: Record<UserAction, (given: FormDraft) => Change> = {
  name: ({ display_name = '' }) => ({ display_name: display_name.trim() === '' ? null : display_name.trim() }),
  role: ({ role }) => ({ role: role as UserRole }),
  password: ({ password = '' }) => ({ password }),
  sessions: () => ({ revoke_sessions: true }),
  disable: () => ({ status: 'disabled' }),
  enable: () => ({ status: 'active' }),
}

/** Why this is not possible; null when nothing is known against it: the service decides. */
function objectionTo(action: UserAction, { user_id, status, email }: UserAnswer): string | null {
  if (email === null) return 'The user was erased: create a user with the address again.'
  if (user_id === viewer.value?.id && (action === 'role' || action === 'disable'))
    return 'Another administrator changes your own role and status, so that you do not lock yourself out.'
  if (action === 'enable' && status === 'active') return "A user who is active can't be enabled."
  if (action === 'disable' && status === 'disabled') return "A user who is disabled can't be disabled."
  return null
}

export function UserActions({ user, onSent }: { user: UserAnswer; onSent(): void }) {
  const { user_id } = user
  return (
    <RecordActions<UserAction>
      titles={TITLES}
      done={DONE}
      objectionTo={action => objectionTo(action, user)}
      form={(action, props) => (
        <ActionForm
          key={action}
          form={`${action} ${user_id}`}
          title={TITLES[action]}
          send={given => api.changeUser({ path: { user_id }, body: CHANGES[action](given) })}
          unknown="The record is read again: look at it before you repeat this."
          onSent={onSent}
          {...props}
        >
          {FIELDS[action](`${action} ${user_id}`, user)}
        </ActionForm>
      )}
    />
  )
}
