import { z } from 'zod'
import { recordTransactions, TRANSACTIONS_MAX, TransactionInput } from '#commands/transactions/record-transactions.ts'
import { type Api, contextOf } from '#http/api.ts'
import type { Service } from '#service.ts'

const RecordedTransactions = z
  .object({
    recorded: z.int().describe(`Transactions that are known from now on, 0 to ${TRANSACTIONS_MAX}.`),
    duplicates: z.int().describe(`Transactions that were known with the same content, 0 to ${TRANSACTIONS_MAX}.`),
  })
  .describe('All transactions of the request are known.')

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
        description:
          'Makes transactions known, so that they can be refunded: one as an object, or up to 1,000 as an array. The same content again counts as a duplicate and changes nothing, so the request can be repeated at any time. CONFLICT means that an id is recorded with other content, INVALID_REQUEST that a field is not valid; in both cases nothing of the request was recorded, and `details` name the place.',
        body: z.union([z.array(TransactionInput).min(1).max(TRANSACTIONS_MAX), TransactionInput]),
        response: { 201: RecordedTransactions },
      },
    },
    async (request, reply) => {
      const inputs = Array.isArray(request.body) ? request.body : [request.body]
      return reply.code(201).send(await recordTransactions(service, contextOf(request, service.now()), inputs))
    },
  )
}
