import type { Module } from '#module.ts'
import { alertRefunds } from '#projections/fraud/alert-refunds.ts'
import { alerts } from '#projections/fraud/alerts.ts'
import { fraudFigures } from '#projections/fraud/figures.ts'
import { figuresAround } from '#queries/fraud/figures-around.ts'
import { auditedAlerts } from './alert-audited.ts'
import { alertExamples } from './alert-examples.ts'
import { alertPersonal } from './alert-personal.ts'
import { alertEvents } from './alert-public-events.ts'
import { alertRoutes } from './alert-routes.ts'
import { auditedLists, auditedPolicies, auditedProfiles } from './audited.ts'
import { fraudExamples } from './examples.ts'
import { listRoutes } from './list-routes.ts'
import { MODEL_FILE } from './model.ts'
import { profilePersonal } from './personal.ts'
import { policyRoutes } from './policy-routes.ts'
import { fraudReactions, fraudWork } from './reactions.ts'
import { fraudRoutes } from './routes.ts'
import { createScoring } from './scoring.ts'

export const fraud: Module = {
  name: 'fraud',
  readModels: [fraudFigures, alerts, alertRefunds],
  facts: [auditedProfiles, auditedAlerts, auditedLists, auditedPolicies],
  personal: [profilePersonal, alertPersonal],
  publicEvents: alertEvents,
  reactions: () => [...fraudReactions],
  examples: { ...fraudExamples, ...alertExamples },
  start({ service, answering }) {
    const { scoring, prepare, health, close } = createScoring(service, MODEL_FILE)
    return {
      routes(api) {
        fraudRoutes(api, { ...answering, scoring, figures: of => figuresAround(answering, of) })
        listRoutes(api, answering)
        policyRoutes(api, answering)
        alertRoutes(api, answering)
      },
      work: () => fraudWork(service),
      prepare,
      health: () => ({ fraud_model: health() }),
      stop: close,
    }
  },
}
