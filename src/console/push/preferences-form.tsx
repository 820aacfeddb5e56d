import { api } from '../api.ts'
import { draftOf, type FormDraft } from '../drafts.ts'
import { ActionForm } from '../ui/action-form.tsx'
import { Field } from '../ui/field.tsx'
import { RecordActions } from '../ui/record-actions.tsx'
import { preferencesOf } from './changed-preferences.ts'
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
export function PreferencesForm({ preferences, onSent }: Props) {
  const isSet = draftOf(FORM).value.quiet_hours === 'set'
  return (
    <RecordActions<keyof typeof TITLES>
      titles={TITLES}
      done={DONE}
      objectionTo={() => null}
      form={(_, props) => (
        <ActionForm
          {...props}
          form={FORM}
          title="Set the preferences"
          send={given => api.setNotificationPreferences({ body: preferencesOf(preferences, given) })}
          onSent={onSent}
          unknown="Look at the preferences above, which were read again, before you try again."
        >
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
      )}
    />
  )
}

/** The draft has what differs from the record alone. */
function Category({ name, isOn }: { name: string; isOn: boolean }) {
  const draft = draftOf(FORM)
  const toggle = () => {
    const changed = draft.peek()[name] === undefined || draft.peek()[name] === ''
    draft.value = { ...draft.peek(), [name]: changed ? (isOn ? 'off' : 'on') : '' } satisfies FormDraft
  }
  return (
    <label class="choice">
      <input type="checkbox" checked={(draft.value[name] || (isOn ? 'on' : 'off')) === 'on'} onChange={toggle} />
      {name}
    </label>
  )
}
