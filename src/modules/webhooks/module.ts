import type { Module } from '#module.ts'
import { webhookExamples } from './examples.ts'
import { webhookPublicEvents } from './public-events.ts'
import { webhookRoutes } from './routes.ts'

/** Endpoints and their owners' routes. What delivers to them is an engine, src/delivery. */
export const webhooks: Module = {
  name: 'webhooks',
  publicEvents: webhookPublicEvents,
  examples: webhookExamples,
  start({ answering, modules }) {
    const publicPrefixes = modules.flatMap(({ publicEvents }) => publicEvents?.prefixes ?? [])
    return { routes: api => webhookRoutes(api, answering, publicPrefixes) }
  },
}
