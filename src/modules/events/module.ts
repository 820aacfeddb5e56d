import type { Module } from '#module.ts'
import { eventExamples } from './examples.ts'
import { eventRoutes } from './routes.ts'

/** What all modules tell to endpoints, to be read back. Its read model is made of what they declare. */
export const events: Module = {
  name: 'events',
  examples: eventExamples,
  start({ interactive, modules }) {
    const declarations = modules.flatMap(({ publicEvents }) => publicEvents ?? [])
    return { routes: api => eventRoutes(api, interactive, declarations) }
  },
}
