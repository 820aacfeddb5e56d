import type { HealthPart } from '#http/operations-schemas.ts'
import type { Module } from '#module.ts'
import { auditedReads } from './audited.ts'
import { checkpointMigrations } from './checkpoints/migrations.ts'
import { type Checkpoints, startCheckpoints } from './checkpoints/start.ts'
import { auditExamples } from './examples.ts'
import { auditMigrations } from './migrations.ts'
import { readPersonal } from './personal.ts'
import { proofExamples } from './proof-examples.ts'
import { auditRoutes } from './routes.ts'
import { createSigner } from './signing.ts'

export const audit: Module = {
  name: 'audit',
  migrations: [...auditMigrations, ...checkpointMigrations],
  facts: [auditedReads],
  personal: [readPersonal],
  examples: { ...auditExamples, ...proofExamples },
  start({ service, answering, modules }) {
    const all = modules.flatMap(({ facts }) => facts ?? [])
    const personal = modules.flatMap(module => module.personal ?? [])
    const signer = createSigner(answering.config.AUDIT_KEYS)
    let checkpoints: Checkpoints | undefined
    return {
      routes: api => auditRoutes(api, answering, { signer, all, personal }),
      work() {
        checkpoints = startCheckpoints(service, signer)
        return { queues: [], watches: [] }
      },
      health: (): Record<string, HealthPart> => (checkpoints === undefined ? {} : { audit: checkpoints.health() }),
      stop: async () => checkpoints?.stop(),
    }
  },
}
