import type { Module } from '#module.ts'
import { transactionFacts } from '#projections/transactions/facts.ts'
import { transactionExamples } from './examples.ts'
import { transactionPersonal } from './personal.ts'
import { transactionRoutes } from './routes.ts'

export const transactions: Module = {
  name: 'transactions',
  facts: [transactionFacts],
  personal: [transactionPersonal],
  examples: transactionExamples,
  start: ({ answering }) => ({ routes: api => transactionRoutes(api, answering) }),
}
