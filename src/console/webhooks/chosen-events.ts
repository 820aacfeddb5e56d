import { textsOf } from '../drafts.ts'

/** The chosen patterns are kept as one text. */
export function chosenEvents(form: string): readonly string[] {
  return (textsOf(form).events ?? '').split(' ').filter(Boolean)
}
