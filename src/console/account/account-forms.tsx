import { api, user } from '../api.ts'
import { pageSession } from '../session/page-session.ts'
import { ActionForm } from '../ui/action-form.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import type { ActionFormProps } from '../ui/record-actions.tsx'
import { forgetName } from '../user-names.ts'

export function NameForm({ onSent, ...props }: ActionFormProps & { onSent(): void }) {
  const form = 'your name'
  return (
    <ActionForm
      form={form}
      title="Change your name"
      send={({ display_name = '' }) =>
        api.changeMe({ body: { display_name: display_name.trim() === '' ? null : display_name.trim() } })
      }
      unknown="The record is read again: look at it before you repeat this."
      onSent={() => {
        forgetName(user.peek()?.id ?? '')
        onSent()
      }}
      {...props}
    >
      <Field form={form} name="display_name" label="Name" hint="Colleagues see it. Empty: none." maxLength={140} />
    </ActionForm>
  )
}

/** The session ends with the password: what follows is the sign-in. */
export function PasswordForm(props: ActionFormProps) {
  return (
    <ActionForm
      form="your password"
      title="Change your password"
      send={async ({ current_password = '', new_password = '', repeated = '' }) => {
        if (new_password !== repeated) throw new Error('The new passwords differ. Type the same one twice.')
        await api.changePassword({ body: { current_password, new_password } })
        await pageSession.signOut()
      }}
      unknown="Sign out and try to sign in with the new password."
      {...props}
    >
      <p>
        Every session ends, this one too, as do all keys and linked logins. Sign in again with the new password, and
        register your keys again.
      </p>
      <PasswordField name="current_password" label="Current password" isRequired autocomplete="current-password" />
      <PasswordField
        name="new_password"
        label="New password"
        hint="At least 12 characters."
        isRequired
        autocomplete="new-password"
      />
      <PasswordField name="repeated" label="New password again" isRequired autocomplete="new-password" />
    </ActionForm>
  )
}
