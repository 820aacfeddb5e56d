import type { Module } from '#module.ts'
import examples from './examples.json' with { type: 'json' }
import { type ShownConfig, settingsRoutes } from './settings-routes.ts'

/** What people who run the service see of it. */
export const installation: Module<ShownConfig> = {
  name: 'installation',
  examples,
  start: ({ interactive }) => ({ routes: api => settingsRoutes(api, interactive.config) }),
}
