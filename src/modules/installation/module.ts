import { OUTBOUND } from '#bus/outbound/start.ts'
import type { Config } from '#config/config.ts'
import { ENQUEUER } from '#delivery/queue.ts'
import type { Module } from '#module.ts'
import { EVENT_LIST } from '#projections/events/events.ts'
import examples from './examples.json' with { type: 'json' }
import type { PrefixesOf } from './lag-reader.ts'
import { type ShownConfig, settingsRoutes } from './settings-routes.ts'
import { statusRoutes } from './status-routes.ts'

/** What people who run the service see of it. */
export const installation: Module<ShownConfig> = {
  name: 'installation',
  examples,
  start: ({ interactive, modules }) => ({
    routes(api) {
      settingsRoutes(api, interactive.config)
      statusRoutes(api, interactive, subscribedPrefixes(modules, interactive.config))
    },
  }),
}

/** Of a subscription that no module declares, such as that of the audit, all streams of the service. */
function subscribedPrefixes(modules: readonly Module[], config: Config): PrefixesOf {
  const all = modules.flatMap(({ historyViews }) => historyViews ?? []).map(({ prefix }) => prefix)
  const ofPublicEvents = modules.flatMap(({ publicEvents }) => publicEvents?.prefixes ?? [])
  const declared = [
    ...modules.flatMap(({ readModels }) => readModels ?? []),
    ...modules.flatMap(({ reactions }) => reactions?.(config) ?? []),
    ...[ENQUEUER, EVENT_LIST, OUTBOUND].map(name => ({ name, prefixes: ofPublicEvents })),
  ]
  const byName = new Map(declared.map(({ name, prefixes }) => [name, prefixes]))
  return name => byName.get(name) ?? all
}
