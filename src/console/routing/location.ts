import { signal } from '@preact/signals'
import { hasUnsavedDrafts } from '../drafts.ts'
import { type ConsoleRoute, formatRoute, parseRoute } from './route.ts'

/** The route that is shown. */
export const route = signal<ConsoleRoute>(parseRoute(location.hash))

/** A route that waits for the answer whether changed forms may be left. */
export const leavingTo = signal<ConsoleRoute | null>(null)

export function go(to: { path: readonly string[]; query?: ConsoleRoute['query'] }): void {
  location.hash = formatRoute(to)
}

/** Changes the query in place: going back leaves the list instead of undoing each filter. */
export function replaceQuery(query: ConsoleRoute['query']): void {
  replaceRoute({ path: route.value.path, query })
}

/** The browser's history has the new address in place of the old one. */
export function replaceRoute(to: { path: readonly string[]; query?: ConsoleRoute['query'] }): void {
  history.replaceState(null, '', formatRoute(to))
  route.value = parseRoute(location.hash)
}

export function leave(): void {
  const to = leavingTo.value
  leavingTo.value = null
  if (to === null) return
  history.pushState(null, '', formatRoute(to))
  route.value = to
}

export function startRouting(): void {
  addEventListener('hashchange', () => {
    const to = parseRoute(location.hash)
    if (isSamePlace(to, route.value) || !hasUnsavedDrafts()) {
      route.value = to
      return
    }
    history.replaceState(null, '', formatRoute(route.value))
    leavingTo.value = to
  })
  addEventListener('beforeunload', event => {
    if (hasUnsavedDrafts()) event.preventDefault()
  })
}

function isSamePlace(one: ConsoleRoute, other: ConsoleRoute): boolean {
  return one.path.join('/') === other.path.join('/')
}
