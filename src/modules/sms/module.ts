import type { Module } from '#module.ts'
import { smsAnalyses } from '#projections/sms/analyses.ts'
import { createAnalysing } from '#services/sms/analysing.ts'
import { MODEL_FOLDER } from '#services/sms/model.ts'
import { quotaMigrations } from '#services/sms/quota.ts'
import { auditedAnalyses } from './audited.ts'
import { smsExamples } from './examples.ts'
import { smsGuide } from './guide.ts'
import { analysisPersonal } from './personal.ts'
import { analysisEvents } from './public-events.ts'
import { smsRoutes } from './routes.ts'
import { startUpkeep } from './upkeep.ts'

export const sms: Module = {
  name: 'sms',
  migrations: quotaMigrations,
  readModels: [smsAnalyses],
  facts: [auditedAnalyses],
  personal: [analysisPersonal],
  publicEvents: analysisEvents,
  examples: smsExamples,
  guide: smsGuide,
  start({ service, answering }) {
    const { analysing, prepare, health, close } = createAnalysing(MODEL_FOLDER)
    let upkeep: ReturnType<typeof startUpkeep> | undefined
    return {
      routes: api => smsRoutes(api, { ...answering, analysing }),
      work() {
        upkeep ??= startUpkeep(service)
        return { queues: [], watches: [] }
      },
      prepare,
      health: () => ({ sms_model: health() }),
      async stop() {
        await upkeep?.stop()
        await close()
      },
    }
  },
}
