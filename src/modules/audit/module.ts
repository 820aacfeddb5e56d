import type { Module } from '#module.ts'
import { auditExamples } from './examples.ts'
import { auditMigrations } from './migrations.ts'
import { auditRoutes } from './routes.ts'

export const audit: Module = {
  name: 'audit',
  migrations: auditMigrations,
  examples: auditExamples,
  start: ({ answering }) => ({ routes: api => auditRoutes(api, answering) }),
}
