import { useId } from 'preact/hooks'
import { draftOf } from '../../drafts.ts'

type Props = { form: string; name: string; label: string; hint?: string; isRequired?: boolean }

/** A time in the reader's zone, kept in the form's draft as the browser has it. */
export function TimeField({ form, name, label, hint, isRequired }: Props) {
  const id = useId()
  const draft = draftOf(form)
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isRequired && <span class="required"> (required)</span>}
      </label>
      <input
        id={id}
        name={name}
        type="datetime-local"
        value={draft.value[name] ?? ''}
        onInput={event => {
          draft.value = { ...draft.value, [name]: event.currentTarget.value }
        }}
        required={isRequired === true}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
      />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
