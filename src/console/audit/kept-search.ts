import { signal } from '@preact/signals'
import type { Answer } from '../../client/types.ts'
import type { ConsoleRoute } from '../routing/route.ts'
import { session } from '../session/page-session.ts'

export type AuditPage = Answer<'searchAudit'>

/** `pages`: those that were read, of which `shown` is on the screen. */
export type KeptSearch = { query: ConsoleRoute['query']; pages: readonly AuditPage[]; shown: number }

/**
 * The last search, so that going back to it, or to its page before, reads nothing again. It is forgotten with the
 * session, as what a page shows is.
 */
export const keptSearch = signal<KeptSearch | null>(null)

session.subscribe(state => {
  if (state.is !== 'in') keptSearch.value = null
})
