import { models } from '#domain/fraud/models/decider.ts'
import { INSTALLATION } from '#domain/fraud/models/events.ts'
import type { Module } from '#module.ts'
import { alertRefunds } from '#projections/fraud/alert-refunds.ts'
import { alerts } from '#projections/fraud/alerts.ts'
import { fraudScoreDays } from '#projections/fraud/score-days.ts'
import { fraudTransactions } from '#projections/fraud/transactions.ts'
import { velocityAggregates } from '#projections/fraud/velocity-aggregates.ts'
import { jobPartsOf, reactionsOf } from '#reactions/process.ts'
import { type FraudConfig, fraudConfig } from '#services/fraud/config.ts'
import { MODEL_FILE } from '#services/fraud/model.ts'
import { createScoring } from '#services/fraud/scoring.ts'
import { createFindAggregates } from './aggregates/find-aggregates.ts'
import { alertEvents } from './alert-public-events.ts'
import { alertRoutes } from './alert-routes.ts'
import { alertStatisticsRoutes } from './alert-statistics-routes.ts'
import { alertAudit, listAudit, modelAudit, outcomeAudit, policyAudit, profileAudit } from './audit-declarations.ts'
import { batchRoutes } from './batch-routes.ts'
import examples from './examples.json' with { type: 'json' }
import { outcomeInbound } from './inbound.ts'
import { listRoutes } from './list-routes.ts'
import { modelRoutes } from './model-routes.ts'
import { monitorDrift } from './monitor-drift.ts'
import { outcomeRoutes } from './outcome-routes.ts'
import { alertPersonalData, outcomePersonalData, profilePersonalData } from './personal-data.ts'
import { policyRoutes } from './policy-routes.ts'
import { fraudSubscriptions } from './processes.ts'
import reference from './reference.json' with { type: 'json' }
import { fraudRoutes } from './routes.ts'
import { transactionListRoutes } from './transaction-routes.ts'

export const fraud: Module<FraudConfig> = {
  name: 'fraud',
  config: fraudConfig,
  readModels: [velocityAggregates, alerts, alertRefunds, fraudTransactions, fraudScoreDays],
  historyViews: [profileAudit, outcomeAudit, alertAudit, listAudit, policyAudit, modelAudit],
  personalData: [profilePersonalData, outcomePersonalData, alertPersonalData],
  publicEvents: alertEvents,
  reactions: () => reactionsOf(fraudSubscriptions),
  inbound: [outcomeInbound],
  ...reference,
  examples,
  start({ service, interactive }) {
    const locations = { shipped: MODEL_FILE, folder: service.config.FRAUD_MODELS }
    const loadModelsState = async () => (await service.execute.load(models, INSTALLATION)).state
    const { scoring, prepare, health, close, ...registry } = createScoring(service, locations, loadModelsState)
    const drift = monitorDrift(service, registry.live)
    return {
      routes(api) {
        const scorer = { ...interactive, scoring, findAggregates: createFindAggregates(interactive) }
        fraudRoutes(api, scorer)
        batchRoutes(api, scorer)
        transactionListRoutes(api, interactive)
        outcomeRoutes(api, interactive)
        listRoutes(api, interactive)
        policyRoutes(api, interactive)
        modelRoutes(api, { ...interactive, models: registry })
        alertStatisticsRoutes(api, interactive)
        alertRoutes(api, interactive)
      },
      jobs: () => ({
        ...jobPartsOf(fraudSubscriptions, { ...service, scoring, findAggregates: createFindAggregates(service) }),
        notes: drift.notes,
      }),
      prepare,
      needs: () => ({ fraud_model: health() }),
      stop: close,
    }
  },
}
