import type { Module } from '#module.ts'
import { transactionAudit } from './audit-declaration.ts'
import examples from './examples.json' with { type: 'json' }
import { transactionPersonalData } from './personal-data.ts'
import { transactionTags } from './reference.ts'
import { transactionRoutes } from './routes.ts'

export const transactions: Module = {
  name: 'transactions',
  historyViews: [transactionAudit],
  personalData: [transactionPersonalData],
  tags: transactionTags,
  examples,
  start: ({ interactive }) => ({ routes: api => transactionRoutes(api, interactive) }),
}
