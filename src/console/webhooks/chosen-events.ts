import { draftOf } from '../drafts.ts'

/** Of the form's draft, where the chosen patterns are kept as one text. */
export function chosenEvents(form: string): readonly string[] {
  return (draftOf(form).value.events ?? '').split(' ').filter(Boolean)
}
