import type { Module } from '#module.ts'
import { alertRefunds } from '#projections/fraud/alert-refunds.ts'
import { alerts } from '#projections/fraud/alerts.ts'
import { auditedAlerts } from './alert-audited.ts'
import { alertExamples } from './alert-examples.ts'
import { alertPersonal } from './alert-personal.ts'
import { alertEvents } from './alert-public-events.ts'
import { alertRoutes } from './alert-routes.ts'
import { fraudReactions, fraudWork } from './reactions.ts'

export const fraud: Module = {
  name: 'fraud',
  readModels: [alerts, alertRefunds],
  facts: [auditedAlerts],
  personal: [alertPersonal],
  publicEvents: alertEvents,
  reactions: () => [...fraudReactions],
  examples: alertExamples,
  start: ({ service, answering }) => ({
    routes: api => alertRoutes(api, answering),
    work: () => fraudWork(service),
  }),
}
