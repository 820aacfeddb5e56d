import type { HealthPart } from '#http/operations-schemas.ts'
import type { Module } from '#module.ts'
import { type AuditConfig, auditConfig } from '#services/audit/config.ts'
import { readsAuditDeclaration } from './audit-declaration.ts'
import { checkpointCopies } from './bus.ts'
import { checkpointMigrations } from './checkpoints/migrations.ts'
import { type Checkpoints, startCheckpoints } from './checkpoints/start.ts'
import examples from './examples.json' with { type: 'json' }
import { auditMigrations } from './migrations.ts'
import { readPersonalData } from './personal-data.ts'
import reference from './reference.json' with { type: 'json' }
import { auditRoutes } from './routes.ts'
import { createSigner } from './signing.ts'

export const audit: Module<AuditConfig> = {
  name: 'audit',
  config: auditConfig,
  migrations: [...auditMigrations, ...checkpointMigrations],
  historyViews: [readsAuditDeclaration],
  personalData: [readPersonalData],
  ...reference,
  examples,
  bus: checkpointCopies,
  start({ service, interactive, modules }) {
    const all = modules.flatMap(({ historyViews }) => historyViews ?? [])
    const personal = modules.flatMap(module => module.personalData ?? [])
    const signer = createSigner(interactive.config.AUDIT_KEYS)
    let checkpoints: Checkpoints | undefined
    return {
      routes: api => auditRoutes(api, interactive, { signer, all, personal }),
      jobs() {
        checkpoints = startCheckpoints(service, signer)
        return { queues: [], overdueRules: [] }
      },
      health: (): Record<string, HealthPart> => (checkpoints === undefined ? {} : { audit: checkpoints.health() }),
      stop: async () => checkpoints?.stop(),
    }
  },
}
