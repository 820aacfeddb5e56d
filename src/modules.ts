import { historyOf } from '#projections/audit/history.ts'
import { eventsOf } from '#projections/events/events.ts'
import type { Config } from './config.ts'
import type { Described } from './http/openapi/document.ts'
import type { Module } from './module.ts'
import { audit } from './modules/audit/module.ts'
import { auth } from './modules/auth/module.ts'
import { events } from './modules/events/module.ts'
import { refunds } from './modules/refunds/module.ts'
import { transactions } from './modules/transactions/module.ts'
import { webhooks } from './modules/webhooks/module.ts'
import type { Projection } from './projection.ts'

/** Every module there is, in the order in which they are migrated and started. */
export const modules: readonly Module[] = [auth, transactions, refunds, webhooks, events, audit]

/** The read models of modules, with the list of all events that they tell, and the history of everything that they have facts of. */
export function readModelsOf(of: readonly Module[]): Projection[] {
  const own = of.flatMap(({ readModels }) => readModels ?? [])
  const told = of.flatMap(({ publicEvents }) => publicEvents?.told ?? [])
  return [...own, eventsOf(told), historyOf(of.flatMap(({ facts }) => facts ?? []))]
}

/** What modules tell the document beside their routes. */
export function describedBy(of: readonly Module[], config: Config): Described {
  return {
    examples: Object.assign({}, ...of.map(({ examples }) => examples)),
    eventSchemas: Object.assign({}, ...of.map(({ publicEvents }) => publicEvents?.schemas)),
    guide: of.flatMap(({ guide }) => guide?.(config) ?? []),
  }
}
