import { z } from 'zod'
import { recordTransactions, TRANSACTIONS_MAX, TransactionInput } from '#commands/transactions/record-transactions.ts'
import { type Api, contextOf } from '#http/api.ts'
import type { Service } from '#service.ts'

/** How an integrator makes transactions known that were not scored here (ours; the spec shows no such endpoint). */
export function transactionRoutes(api: Api, service: Service): void {
  api.post(
    '/transactions',
    {
      config: { scope: 'transaction:write', errors: ['CONFLICT'] },
      schema: {
        tags: ['transactions'],
        operationId: 'recordTransactions',
        summary: 'Record one transaction, or up to 1,000',
        body: z.union([z.array(TransactionInput).min(1).max(TRANSACTIONS_MAX), TransactionInput]),
        response: { 201: z.object({ recorded: z.int(), duplicates: z.int() }) },
      },
    },
    async (request, reply) => {
      const inputs = Array.isArray(request.body) ? request.body : [request.body]
      return reply.code(201).send(await recordTransactions(service, contextOf(request, service.now()), inputs))
    },
  )
}
