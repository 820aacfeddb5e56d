import type { Module } from '#module.ts'
import examples from './examples.json' with { type: 'json' }
import reference from './reference.json' with { type: 'json' }
import { eventRoutes } from './routes.ts'
import { createEventStreams, streamRoutes } from './stream/routes.ts'

/** Its read model is built from the declarations of all modules. */
export const events: Module = {
  name: 'events',
  ...reference,
  examples,
  start({ service, interactive, modules }) {
    const declarations = modules.flatMap(({ publicEvents }) => publicEvents ?? [])
    const streams = createEventStreams(service, declarations)
    return {
      routes(api) {
        eventRoutes(api, interactive, declarations)
        streamRoutes(api, streams)
      },
      markEnding: streams.end,
    }
  },
}
