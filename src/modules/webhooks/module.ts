import type { Module } from '#module.ts'
import { endpoints } from '#projections/webhooks/endpoints.ts'
import { type WebhookConfig, webhookConfig } from '#services/webhooks/config.ts'
import { webhookAuditDeclarations } from './audit-declaration.ts'
import examples from './examples.json' with { type: 'json' }
import { webhookGuide } from './guide.ts'
import { webhookEvents } from './public-events.ts'
import reference from './reference.json' with { type: 'json' }
import { webhookRoutes } from './routes.ts'

/** The engine in src/delivery delivers to the endpoints. */
export const webhooks: Module<WebhookConfig> = {
  name: 'webhooks',
  config: webhookConfig,
  readModels: [endpoints],
  historyViews: webhookAuditDeclarations,
  publicEvents: webhookEvents,
  ...reference,
  examples,
  guide: webhookGuide,
  start({ interactive, modules }) {
    const publicPrefixes = modules.flatMap(({ publicEvents }) => publicEvents?.prefixes ?? [])
    return { routes: api => webhookRoutes(api, interactive, publicPrefixes) }
  },
}
