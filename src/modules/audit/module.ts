import type { Part } from '#http/operations-schemas.ts'
import type { Module } from '#module.ts'
import { auditedReads } from './audited.ts'
import { checkpointMigrations } from './checkpoints/migrations.ts'
import { type Checkpoints, startCheckpoints } from './checkpoints/start.ts'
import { auditExamples } from './examples.ts'
import { auditMigrations } from './migrations.ts'
import { proofExamples } from './proof-examples.ts'
import { proofRoutes } from './proof-routes.ts'
import { auditRoutes } from './routes.ts'

export const audit: Module = {
  name: 'audit',
  migrations: [...auditMigrations, ...checkpointMigrations],
  facts: [auditedReads],
  examples: { ...auditExamples, ...proofExamples },
  start({ service, answering, modules }) {
    const all = modules.flatMap(({ facts }) => facts ?? [])
    let checkpoints: Checkpoints | undefined
    return {
      routes(api) {
        auditRoutes(api, answering, all)
        proofRoutes(api, answering, all)
      },
      work() {
        checkpoints = startCheckpoints(service)
        return { queues: [], watches: [] }
      },
      health: (): Record<string, Part> => (checkpoints === undefined ? {} : { audit: checkpoints.health() }),
      stop: async () => checkpoints?.stop(),
    }
  },
}
