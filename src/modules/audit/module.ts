import type { Module } from '#module.ts'
import { auditExamples } from './examples.ts'
import { auditRoutes } from './routes.ts'

export const audit: Module = {
  name: 'audit',
  examples: auditExamples,
  start: ({ answering }) => ({ routes: api => auditRoutes(api, answering) }),
}
