import type { Module } from '#module.ts'
import { auditedReads } from './audited.ts'
import { auditExamples } from './examples.ts'
import { auditMigrations } from './migrations.ts'
import { auditRoutes } from './routes.ts'

export const audit: Module = {
  name: 'audit',
  migrations: auditMigrations,
  facts: [auditedReads],
  examples: auditExamples,
  start({ answering, modules }) {
    const all = modules.flatMap(({ facts }) => facts ?? [])
    return { routes: api => auditRoutes(api, answering, all) }
  },
}
