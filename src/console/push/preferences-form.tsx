import { api } from '../api.ts'
import { draftOf, type FormDraft } from '../drafts.ts'
import { useKept } from '../session/use-kept.ts'
import { ActionForm } from '../ui/action-form.tsx'
import { Field } from '../ui/field.tsx'
import { type ActionFormProps, RecordActions } from '../ui/record-actions.tsx'
import { differencesOf, preferencesOf } from './changed-preferences.ts'
import type { PreferencesAnswer } from './push.ts'

const FORM = 'notification preferences'
const TITLES = { change: 'Change the preferences' } as const
const DONE = { change: 'The preferences are set.' } as const
const QUIET_HOURS = [
  ['', 'As they are'],
  ['set', 'Set them'],
  ['none', 'None'],
] as const

type Props = { preferences: PreferencesAnswer; onSent(): void }

/** `onSent`: they are read again. */
export function PreferencesForm(props: Props) {
  return (
    <RecordActions<keyof typeof TITLES>
      titles={TITLES}
      done={DONE}
      objectionTo={() => null}
      form={(_, form) => <ChangeForm {...props} {...form} />}
    />
  )
}

/** What changed since the form was opened is shown before it can be replaced: the next sending is based on it. */
function ChangeForm({ preferences, onSent, ...props }: Props & ActionFormProps) {
  const opened = useKept('preferences when the form was opened', preferences)
  const isSet = draftOf(FORM).value.quiet_hours === 'set'
  const differences = differencesOf(opened.value, preferences)
  return (
    <ActionForm
      {...props}
      form={FORM}
      title="Set the preferences"
      send={given => api.setNotificationPreferences({ body: preferencesOf(preferences, given) })}
      onSent={onSent}
      unknown="Look at the preferences above, which were read again, before you try again."
    >
      {differences.length > 0 && (
        <div role="alert">
          <p>The preferences were changed since you opened this form. Yours are put on these when you send it:</p>
          <ul>
            {differences.map(({ name, before, after }) => (
              <li key={name}>
                {name}: <del>{before}</del> <ins>{after}</ins>
              </li>
            ))}
          </ul>
        </div>
      )}
      <fieldset>
        <legend>Users are notified of</legend>
        {Object.entries(preferences.categories).map(([name, isOn]) => (
          <Category key={name} name={name} isOn={isOn} />
        ))}
      </fieldset>
      <Field form={FORM} name="quiet_hours" label="Quiet hours" options={QUIET_HOURS} />
      {isSet && (
        <>
          <Field form={FORM} name="from" label="From" hint="As 22:00." isRequired maxLength={5} />
          <Field form={FORM} name="to" label="To" hint="As 07:00, on the next day if it is not later." isRequired />
          <Field form={FORM} name="timezone" label="Time zone" hint="As Europe/Madrid." isRequired />
        </>
      )}
    </ActionForm>
  )
}

/** The draft has what differs from the record alone. */
function Category({ name, isOn }: { name: string; isOn: boolean }) {
  const draft = draftOf(FORM)
  const recorded = isOn ? 'on' : 'off'
  const shown = draft.value[name] || recorded
  const toggle = () => {
    const wanted = shown === 'on' ? 'off' : 'on'
    draft.value = { ...draft.peek(), [name]: wanted === recorded ? '' : wanted } satisfies FormDraft
  }
  return (
    <label class="choice">
      <input type="checkbox" checked={shown === 'on'} onChange={toggle} />
      {name}
    </label>
  )
}
