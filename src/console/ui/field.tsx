import { useId, useLayoutEffect } from 'preact/hooks'
import { draftOf, type FormDraft, hideField, showField, textsOf } from '../drafts.ts'
import { session } from '../session/page-session.ts'
import { WithCode } from './with-code.tsx'

type FieldProps = {
  form: string
  name: string
  label: string
  hint?: string
  isRequired?: boolean
  /** The keyboard of a phone. */
  inputMode?: 'text' | 'decimal'
  /** A choice of these instead of a text. */
  options?: readonly (readonly [value: string, label: string])[]
  lines?: number
  /** A time in the reader's zone, in the draft as the browser has it. */
  isTime?: boolean
  maxLength?: number
}

/** One field of a form. What is typed is in the form's draft. */
export function Field({
  form,
  name,
  label,
  hint,
  isRequired,
  inputMode = 'text',
  options,
  lines,
  isTime,
  maxLength,
}: FieldProps) {
  const id = useId()
  // Other effects end after the page has changed: a form that is closed would still hold up its user for a moment.
  useLayoutEffect(() => {
    showField(form)
    return () => hideField(form, session.peek().is !== 'in')
  }, [form])
  const draft = draftOf(form)
  const value = textsOf(form)[name] ?? ''
  const set = (event: { currentTarget: { value: string } }) => {
    draft.value = { ...draft.value, [name]: event.currentTarget.value } satisfies FormDraft
  }
  const shared = {
    ...{ id, name, value, onInput: set },
    ...(isRequired ? { required: true } : {}),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` }),
  }
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isRequired && <span class="required"> (required)</span>}
      </label>
      {options !== undefined ? (
        <select {...shared}>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      ) : lines !== undefined ? (
        <textarea {...shared} rows={lines} />
      ) : isTime ? (
        <input {...shared} type="datetime-local" />
      ) : (
        <input {...shared} type="text" inputMode={inputMode} autocomplete="off" />
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          <WithCode text={hint} />
        </p>
      )}
    </div>
  )
}
