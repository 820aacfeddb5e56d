import type { Module } from '#module.ts'
import { transactionFacts } from '#projections/transactions/facts.ts'
import { transactionExamples } from './examples.ts'
import { transactionRoutes } from './routes.ts'

export const transactions: Module = {
  name: 'transactions',
  facts: [transactionFacts],
  examples: transactionExamples,
  start: ({ answering }) => ({ routes: api => transactionRoutes(api, answering) }),
}
