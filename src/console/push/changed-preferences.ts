import type { Input } from '../../client/types.ts'
import type { FormDraft } from '../drafts.ts'
import type { PreferencesAnswer } from './push.ts'

type Body = Input<'setNotificationPreferences'>['body']
type Values = Pick<PreferencesAnswer, 'categories' | 'quiet_hours'>

/** Those that were read with the changes of a form: the API replaces all of them, and only if no one else did since. */
export function preferencesOf(read: Values & Pick<PreferencesAnswer, 'updated_at'>, given: FormDraft): Body {
  const { quiet_hours: choice = '', from = '', to = '', timezone = '' } = given
  const changed = Object.entries(read.categories).map(([name, isOn]) => [
    ...[name, given[name] ? given[name] === 'on' : isOn],
  ])
  return {
    categories: Object.fromEntries(changed),
    quiet_hours:
      choice === 'none'
        ? null
        : choice === 'set'
          ? { from: from.trim(), to: to.trim(), timezone: timezone.trim() }
          : read.quiet_hours,
    expected_updated_at: read.updated_at,
  }
}

/** Names and values as a person reads them. */
export function preferenceTexts({ categories, quiet_hours }: Values): [name: string, value: string][] {
  const hours = quiet_hours && `from ${quiet_hours.from} to ${quiet_hours.to}, ${quiet_hours.timezone}`
  return [
    ...Object.entries(categories).map(([name, isOn]): [string, string] => [name, isOn ? 'on' : 'off']),
    ['Quiet hours', hours ?? 'none'],
  ]
}

type Difference = { name: string; before: string; after: string }

export function differencesOf(before: Values, after: Values): Difference[] {
  const old = new Map(preferenceTexts(before))
  return preferenceTexts(after)
    .map(([name, value]) => ({ name, before: old.get(name) ?? 'none', after: value }))
    .filter(one => one.before !== one.after)
}
