import type { Module } from '#module.ts'
import { alertRefunds } from '#projections/fraud/alert-refunds.ts'
import { alerts } from '#projections/fraud/alerts.ts'
import { fraudFigures } from '#projections/fraud/figures.ts'
import { fraudTransactions } from '#projections/fraud/transactions.ts'
import { figuresAround } from '#queries/fraud/figures-around.ts'
import { auditedAlerts } from './alert-audited.ts'
import { alertExamples } from './alert-examples.ts'
import { alertPersonal } from './alert-personal.ts'
import { alertEvents } from './alert-public-events.ts'
import { alertRoutes } from './alert-routes.ts'
import { auditedLists, auditedPolicies, auditedProfiles } from './audited.ts'
import { batchExamples } from './batch-examples.ts'
import { batchRoutes } from './batch-routes.ts'
import { fraudExamples } from './examples.ts'
import { listRoutes } from './list-routes.ts'
import { MODEL_FILE } from './model.ts'
import { profilePersonal } from './personal.ts'
import { policyRoutes } from './policy-routes.ts'
import { fraudReactions, fraudWork } from './reactions.ts'
import { fraudRoutes } from './routes.ts'
import { createScoring, type Figures } from './scoring.ts'

export const fraud: Module = {
  name: 'fraud',
  readModels: [fraudFigures, alerts, alertRefunds, fraudTransactions],
  facts: [auditedProfiles, auditedAlerts, auditedLists, auditedPolicies],
  personal: [profilePersonal, alertPersonal],
  publicEvents: alertEvents,
  reactions: () => [...fraudReactions],
  examples: { ...fraudExamples, ...batchExamples, ...alertExamples },
  start({ service, answering }) {
    const { scoring, prepare, health, close } = createScoring(service, MODEL_FILE)
    return {
      routes(api) {
        const scorer = { ...answering, scoring, figures: (of: Parameters<Figures>[0]) => figuresAround(answering, of) }
        fraudRoutes(api, scorer)
        batchRoutes(api, scorer)
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
