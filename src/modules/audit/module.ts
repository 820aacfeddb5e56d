import type { Module } from '#module.ts'
import { auditedReads } from './audited.ts'
import { auditExamples } from './examples.ts'
import { auditMigrations } from './migrations.ts'
import { auditRoutes } from './routes.ts'
import { createSigner } from './signing.ts'

export const audit: Module = {
  name: 'audit',
  migrations: auditMigrations,
  facts: [auditedReads],
  examples: auditExamples,
  start({ answering, modules }) {
    const all = modules.flatMap(({ facts }) => facts ?? [])
    const signer = createSigner(answering.config.AUDIT_KEYS)
    return { routes: api => auditRoutes(api, answering, signer, all) }
  },
}
