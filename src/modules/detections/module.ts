import type { Module } from '#module.ts'
import { detectionsList } from '#projections/detections/detections.ts'
import { type DetectionConfig, detectionConfig } from '#services/detections/config.ts'
import { detectionAudit } from './audit-declaration.ts'
import examples from './examples.json' with { type: 'json' }
import { detectionsGuide } from './guide.ts'
import { detectionKinds } from './inbound.ts'
import { startMaintenance } from './maintenance.ts'
import { detectionPersonalData } from './personal-data.ts'
import { detectionEvents } from './public-events.ts'
import reference from './reference.json' with { type: 'json' }
import { detectionRoutes } from './routes.ts'

export const detections: Module<DetectionConfig> = {
  name: 'detections',
  config: detectionConfig,
  readModels: [detectionsList],
  historyViews: [detectionAudit],
  personalData: [detectionPersonalData],
  publicEvents: detectionEvents,
  ...reference,
  examples,
  inbound: detectionKinds,
  guide: detectionsGuide,
  start({ service, interactive }) {
    let maintenance: ReturnType<typeof startMaintenance> | undefined
    return {
      routes: api => detectionRoutes(api, interactive),
      jobs() {
        maintenance ??= startMaintenance(service)
        return { queues: [], overdueRules: [] }
      },
      async stop() {
        await maintenance?.stop()
      },
    }
  },
}
