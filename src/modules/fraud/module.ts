import { models } from '#domain/fraud/models/decider.ts'
import { INSTALLATION } from '#domain/fraud/models/events.ts'
import type { Module } from '#module.ts'
import { alertRefunds } from '#projections/fraud/alert-refunds.ts'
import { alerts } from '#projections/fraud/alerts.ts'
import { fraudFigures } from '#projections/fraud/figures.ts'
import { fraudScoreDays } from '#projections/fraud/score-days.ts'
import { fraudTransactions } from '#projections/fraud/transactions.ts'
import { createFiguresAround } from '#queries/fraud/figures-around.ts'
import { reactionsOf, workOf } from '#reactions/process.ts'
import { MODEL_FILE } from '#services/fraud/model.ts'
import { createScoring } from '#services/fraud/scoring.ts'
import { auditedAlerts } from './alert-audited.ts'
import { alertExamples } from './alert-examples.ts'
import { alertPersonal } from './alert-personal.ts'
import { alertEvents } from './alert-public-events.ts'
import { alertRoutes } from './alert-routes.ts'
import { auditedLists, auditedModels, auditedOutcomes, auditedPolicies, auditedProfiles } from './audited.ts'
import { batchExamples } from './batch-examples.ts'
import { batchRoutes } from './batch-routes.ts'
import { watchDrift } from './drift.ts'
import { fraudExamples } from './examples.ts'
import { listRoutes } from './list-routes.ts'
import { modelRoutes } from './model-routes.ts'
import { outcomeRoutes } from './outcome-routes.ts'
import { outcomePersonal, profilePersonal } from './personal.ts'
import { policyRoutes } from './policy-routes.ts'
import { fraudSubscriptions } from './processes.ts'
import { fraudRoutes } from './routes.ts'

export const fraud: Module = {
  name: 'fraud',
  readModels: [fraudFigures, alerts, alertRefunds, fraudTransactions, fraudScoreDays],
  facts: [auditedProfiles, auditedOutcomes, auditedAlerts, auditedLists, auditedPolicies, auditedModels],
  personal: [profilePersonal, outcomePersonal, alertPersonal],
  publicEvents: alertEvents,
  reactions: () => reactionsOf(fraudSubscriptions),
  examples: { ...fraudExamples, ...batchExamples, ...alertExamples },
  start({ service, answering }) {
    const places = { shipped: MODEL_FILE, folder: service.config.FRAUD_MODELS }
    const standing = async () => (await service.execute.load(models, INSTALLATION)).state
    const { scoring, prepare, health, close, ...held } = createScoring(service, places, standing)
    const drift = watchDrift(service, held.live)
    return {
      routes(api) {
        const scorer = { ...answering, scoring, figures: createFiguresAround(answering) }
        fraudRoutes(api, scorer)
        batchRoutes(api, scorer)
        outcomeRoutes(api, answering)
        listRoutes(api, answering)
        policyRoutes(api, answering)
        modelRoutes(api, { ...answering, models: held })
        alertRoutes(api, answering)
      },
      work: () => ({
        ...workOf(fraudSubscriptions, { ...service, scoring, figures: createFiguresAround(service) }),
        notes: drift.notes,
      }),
      prepare,
      needs: () => ({ fraud_model: health() }),
      stop: close,
    }
  },
}
