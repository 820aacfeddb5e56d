import { draftOf } from '../drafts.ts'
import { chosenEvents } from './chosen-events.ts'
import { EVENT_TYPES, FAMILIES, familyOf, isCovered, toggled } from './event-types.ts'

/** Check boxes for all events, for families and for single types. */
export function EventTypeChoice({ form }: { form: string }) {
  return (
    <fieldset>
      <legend>Which events it gets</legend>
      <EventTypeBox form={form} pattern="*" label="All events (*)" />
      {FAMILIES.map(family => {
        const types = EVENT_TYPES.filter(type => familyOf(type) === family)
        return (
          <div key={family} class="choices">
            <EventTypeBox form={form} pattern={`${family}.*`} label={`${family}.*`} />
            {types.map(type => (
              <EventTypeBox key={type} form={form} pattern={type} label={type} />
            ))}
          </div>
        )
      })}
    </fieldset>
  )
}

/** A type that a wider choice has already can't be chosen beside it. */
function EventTypeBox({ form, pattern, label }: { form: string; pattern: string; label: string }) {
  const chosen = chosenEvents(form)
  const has = isCovered(chosen, pattern)
  const toggle = () => {
    const draft = draftOf(form)
    draft.value = { ...draft.peek(), events: toggled(chosen, pattern).join(' ') }
  }
  return (
    <label class="choice">
      <input type="checkbox" checked={has || chosen.includes(pattern)} disabled={has} onChange={toggle} />
      {label}
    </label>
  )
}
