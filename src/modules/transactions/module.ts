import type { Module } from '#module.ts'
import { transactionExamples } from './examples.ts'
import { transactionRoutes } from './routes.ts'

export const transactions: Module = {
  name: 'transactions',
  examples: transactionExamples,
  start: ({ answering }) => ({ routes: api => transactionRoutes(api, answering) }),
}
