import type { Module } from '#module.ts'
import examples from './examples.json' with { type: 'json' }
import { eventRoutes } from './routes.ts'

/** The list of public events. Its read model is built from the declarations of all modules. */
export const events: Module = {
  name: 'events',
  tags: [
    {
      name: 'events',
      order: 80,
      'x-displayName': 'Events',
      description:
        'The events for your endpoints, to read those that an endpoint missed, and one entry for each event type with its payload. The section “Event types” of the introduction lists the types that are emitted.',
    },
  ],
  examples,
  start({ interactive, modules }) {
    const declarations = modules.flatMap(({ publicEvents }) => publicEvents ?? [])
    return { routes: api => eventRoutes(api, interactive, declarations) }
  },
}
