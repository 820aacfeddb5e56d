import { signal } from '@preact/signals'
import { user } from '../api.ts'
import { go, replaceRoute } from '../routing/location.ts'
import { isPrivateText } from '../routing/route.ts'

/** Callers choose the ids of their users, such as e-mail addresses, which the browser's history must not have. */
export function mayBeInAddress(id: string): boolean {
  return !isPrivateText(id)
}

/** The person whose id stays out of the address, until the page is loaded again or another user signs in. */
const held = signal<{ by: string; id: string } | null>(null)

export function heldPerson(): string | null {
  return held.value !== null && held.value.by === user.value?.id ? held.value.id : null
}

export function openPerson(id: string): void {
  hold(mayBeInAddress(id) ? null : id)
  go(pathOf(id))
}

/** Takes the id of the person who is shown out of the address, where another page or a person wrote it. */
export function hidePerson(id: string): void {
  hold(id)
  replaceRoute({ path: ['people'] })
}

export function pathOf(id: string): { path: readonly string[] } {
  return { path: mayBeInAddress(id) ? ['people', id] : ['people'] }
}

function hold(id: string | null): void {
  held.value = id === null ? null : { by: user.peek()?.id ?? '', id }
}
