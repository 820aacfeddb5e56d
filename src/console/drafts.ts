import { type Signal, signal } from '@preact/signals'

/**
 * What was typed and not sent, by form. It is kept apart from the page, which is emptied when its user has to sign in
 * again, and is never stored.
 */
export type FormDraft = Readonly<Record<string, string>>

const drafts = new Map<string, Signal<FormDraft>>()

/** What the fields of a form that changes a record have before anyone types. */
const originals = new Map<string, FormDraft>()

export function draftOf(form: string): Signal<FormDraft> {
  const known = drafts.get(form)
  if (known !== undefined) return known
  const draft = signal<FormDraft>({})
  drafts.set(form, draft)
  return draft
}

/** Fills the fields without a change with those of a record; in render, before the fields. */
export function fillForm(form: string, record: FormDraft): void {
  if (JSON.stringify(originals.get(form)) === JSON.stringify(record)) return
  const draft = draftOf(form)
  const changed = Object.entries(draft.peek()).filter(([name, text]) => isChanged(form, name, text))
  originals.set(form, record)
  draft.value = Object.fromEntries(changed)
}

/** The texts of all fields: what was typed, or else the record's. */
export function textsOf(form: string): FormDraft {
  return { ...originals.get(form), ...draftOf(form).value }
}

/** The fields whose text is not the record's. */
export function changedTexts(form: string): FormDraft {
  return Object.fromEntries(Object.entries(draftOf(form).value).filter(([name, text]) => isChanged(form, name, text)))
}

/** How many fields of a form are there. */
const shownFields = new Map<string, number>()
/** Forms that went with their session. */
const interrupted = new Set<string>()

export function showField(form: string): void {
  shownFields.set(form, (shownFields.get(form) ?? 0) + 1)
  interrupted.delete(form)
}

/** `isInterrupted`: the session ended. It is not a person who closed the form. */
export function hideField(form: string, isInterrupted: boolean): void {
  shownFields.set(form, (shownFields.get(form) ?? 0) - 1)
  if (isInterrupted) interrupted.add(form)
}

/** The text of a form that a person closed is kept, and does not hold up who leaves the page. */
const wasClosed = (form: string) => shownFields.get(form) === 0 && !interrupted.has(form)

export function hasUnsavedDrafts(): boolean {
  return [...drafts.keys()].some(form => !wasClosed(form) && Object.keys(changedTexts(form)).length > 0)
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

/** What other places kept: their views are not the ones that a user returns to. `place`: how their names begin. */
export function forgetKeptElsewhere(place: string): void {
  for (const name of kept.keys()) if (!name.startsWith(place)) kept.delete(name)
}

/** Keys of what was sent and not accepted yet, by form and content. They are there after the form was left. */
const sentKeys = new Map<string, string>()

const sentOf = (form: string, content: unknown) => JSON.stringify([form, content])

/**
 * The key under which the content of a form is sent: the same until `forgetKey` is called for it, so that what is sent
 * again after a lost answer counts once, whatever else was sent in between.
 */
export function keyOf(form: string, content: unknown): string {
  const sent = sentOf(form, content)
  const key = sentKeys.get(sent) ?? crypto.randomUUID()
  sentKeys.set(sent, key)
  return key
}

/**
 * Of what was accepted, when its user sees that: the same content is something new then. Where the answer came after
 * its view was gone, the same content is still what was sent, and is done once.
 */
export function forgetKey(form: string, content: unknown): void {
  sentKeys.delete(sentOf(form, content))
}

export function hasSameTexts(one: FormDraft, other: FormDraft): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every(name => (one[name] ?? '') === (other[name] ?? ''))
}

/** After the form was sent with these texts: it is empty then, unless something else was typed since. */
export function emptyDraft(form: string, sent: FormDraft): void {
  const draft = draftOf(form)
  if (hasSameTexts(draft.peek(), sent)) draft.value = {}
}

/** A person leaves what was typed. What was sent may have been done, so its keys are kept. */
export function discardDrafts(): void {
  for (const draft of drafts.values()) draft.value = {}
  drafts.clear()
  interrupted.clear()
  kept.clear()
  originals.clear()
}

/** Another user gets nothing of it. */
export function forgetDrafts(): void {
  discardDrafts()
  sentKeys.clear()
}

function isChanged(form: string, name: string, text: string): boolean {
  return text !== (originals.get(form)?.[name] ?? '')
}
