import type { Input } from '../../client/types.ts'
import type { FormDraft } from '../drafts.ts'
import type { PreferencesAnswer } from './push.ts'

type Body = Input<'setNotificationPreferences'>['body']

/** All preferences with the changes of a form: the API replaces all of them. */
export function preferencesOf(
  { categories, quiet_hours }: Pick<PreferencesAnswer, 'categories' | 'quiet_hours'>,
  given: FormDraft,
): Body {
  const { quiet_hours: choice = '', from = '', to = '', timezone = '' } = given
  const changed = Object.entries(categories).map(([name, isOn]) => [name, given[name] ? given[name] === 'on' : isOn])
  return {
    categories: Object.fromEntries(changed),
    quiet_hours:
      choice === 'none'
        ? null
        : choice === 'set'
          ? { from: from.trim(), to: to.trim(), timezone: timezone.trim() }
          : quiet_hours,
  }
}
