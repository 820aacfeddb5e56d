import type { Module } from '#module.ts'
import { smsAnalyses } from '#projections/sms/analyses.ts'
import { createAnalyser } from '#services/sms/analyser.ts'
import { type SmsConfig, smsConfig } from '#services/sms/config.ts'
import { MODEL_FOLDER } from '#services/sms/model.ts'
import { quotaMigrations } from '#services/sms/quota.ts'
import { analysisAudit } from './audit-declaration.ts'
import examples from './examples.json' with { type: 'json' }
import { smsGuide } from './guide.ts'
import { startMaintenance } from './maintenance.ts'
import { analysisPersonalData } from './personal-data.ts'
import { analysisEvents } from './public-events.ts'
import reference from './reference.json' with { type: 'json' }
import { smsRoutes } from './routes.ts'

export const sms: Module<SmsConfig> = {
  name: 'sms',
  config: smsConfig,
  migrations: quotaMigrations,
  readModels: [smsAnalyses],
  historyViews: [analysisAudit],
  personalData: [analysisPersonalData],
  publicEvents: analysisEvents,
  ...reference,
  examples,
  guide: smsGuide,
  start({ service, interactive }) {
    const { analyse, prepare, health, close } = createAnalyser(MODEL_FOLDER)
    let maintenance: ReturnType<typeof startMaintenance> | undefined
    return {
      routes: api => smsRoutes(api, { ...interactive, analyse }),
      jobs() {
        maintenance ??= startMaintenance(service)
        return { queues: [], overdueRules: [] }
      },
      prepare,
      health: () => ({ sms_model: health() }),
      async stop() {
        await maintenance?.stop()
        await close()
      },
    }
  },
}
