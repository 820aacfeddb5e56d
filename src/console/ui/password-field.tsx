import { useId } from 'preact/hooks'

type Props = {
  name: string
  label: string
  hint?: string
  isRequired?: boolean
  /** For the password manager. */
  autocomplete: 'current-password' | 'new-password'
}

/** A password is in its field alone and in no draft: it is gone with the form. */
export function PasswordField({ name, label, hint, isRequired = false, autocomplete }: Props) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isRequired && <span class="required"> (required)</span>}
      </label>
      <input
        id={id}
        name={name}
        type="password"
        autocomplete={autocomplete}
        required={isRequired}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
