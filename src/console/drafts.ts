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

/** Forms that a person closed: their text is kept, and does not hold up who leaves the page. */
const closed = new Set<string>()

/** A form is open as long as one of its fields is there. */
export function setFormOpen(form: string, isOpen: boolean): void {
  if (isOpen) closed.delete(form)
  else closed.add(form)
}

export function hasUnsavedDrafts(): boolean {
  return [...drafts].some(([form, { value }]) => !closed.has(form) && Object.values(value).some(text => text !== ''))
}

/** What a view keeps for the time in which its user has to sign in again, by place and name. */
const kept = new Map<string, Signal<unknown>>()

export function keptOf<T>(name: string, initial: T): Signal<T> {
  const known = kept.get(name)
  if (known !== undefined) return known as Signal<T>
  const fresh = signal(initial)
  kept.set(name, fresh as Signal<unknown>)
  return fresh
}

export function forgetKept(name: string): void {
  kept.delete(name)
}

/** Another user gets nothing of it. */
export function forgetDrafts(): void {
  for (const draft of drafts.values()) draft.value = {}
  drafts.clear()
  closed.clear()
  kept.clear()
}
