import type { Module } from '#module.ts'
import { auditedTransactions } from './audited.ts'
import { transactionExamples } from './examples.ts'
import { transactionPersonal } from './personal.ts'
import { transactionRoutes } from './routes.ts'

export const transactions: Module = {
  name: 'transactions',
  facts: [auditedTransactions],
  personal: [transactionPersonal],
  examples: transactionExamples,
  start: ({ answering }) => ({ routes: api => transactionRoutes(api, answering) }),
}
