import { type Signal, signal } from '@preact/signals'

/**
 * What was typed and not sent, by form. It is kept apart from the page, which is emptied when its user has to sign in
 * again, and is never stored.
 */
export type FormDraft = Readonly<Record<string, string>>

const drafts = new Map<string, Signal<FormDraft>>()

export function draftOf(form: string): Signal<FormDraft> {
  const known = drafts.get(form)
  if (known !== undefined) return known
  const draft = signal<FormDraft>({})
  drafts.set(form, draft)
  return draft
}

export function hasUnsavedDrafts(): boolean {
  return [...drafts.values()].some(({ value }) => Object.values(value).some(text => text !== ''))
}

export function forgetDrafts(): void {
  for (const draft of drafts.values()) draft.value = {}
  drafts.clear()
}
