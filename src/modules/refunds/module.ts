import type { Module } from '#module.ts'
import { refundFacts } from '#projections/refunds/facts.ts'
import { refunds as refundList } from '#projections/refunds/refunds.ts'
import { reservations } from '#projections/refunds/reservations.ts'
import { refundExamples } from './examples.ts'
import { refundGuide } from './guide.ts'
import { sandboxNetworkMigrations } from './payments/sandbox-network.ts'
import { refundEvents } from './public-events.ts'
import { refundFollowers, refundWork } from './reactions.ts'
import { refundRoutes } from './routes.ts'

export const refunds: Module = {
  name: 'refunds',
  migrations: sandboxNetworkMigrations,
  readModels: [refundList, reservations],
  facts: [refundFacts],
  publicEvents: refundEvents,
  reactions: config => refundFollowers(config),
  examples: refundExamples,
  guide: refundGuide,
  start: ({ service, answering }) => ({
    routes: api => refundRoutes(api, answering),
    work: () => refundWork(service),
    health: () => ({ nats: { state: service.network.line() } }),
    stop: () => service.network.close(),
  }),
}
