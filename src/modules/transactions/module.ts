import type { Module } from '#module.ts'
import { transactionAudit } from './audit-declaration.ts'
import examples from './examples.json' with { type: 'json' }
import { transactionInbound } from './inbound.ts'
import { transactionPersonalData } from './personal-data.ts'
import reference from './reference.json' with { type: 'json' }
import { transactionRoutes } from './routes.ts'

export const transactions: Module = {
  name: 'transactions',
  historyViews: [transactionAudit],
  personalData: [transactionPersonalData],
  inbound: [transactionInbound],
  ...reference,
  examples,
  start: ({ interactive }) => ({ routes: api => transactionRoutes(api, interactive) }),
}
