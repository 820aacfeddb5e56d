import type { Module } from '#module.ts'
import { auditedTransactions } from './audited.ts'
import { transactionExamples } from './examples.ts'
import { transactionRoutes } from './routes.ts'

export const transactions: Module = {
  name: 'transactions',
  facts: [auditedTransactions],
  examples: transactionExamples,
  start: ({ answering }) => ({ routes: api => transactionRoutes(api, answering) }),
}
