import { z } from 'zod'
import {
  recordTransactions,
  recordTransactionsErrors,
  TRANSACTIONS_MAX,
  TransactionInput,
} from '#commands/transactions/record-transactions.ts'
import { type Api, contextOf } from '#http/api.ts'
import { assertReadable } from '#privacy/access-status.ts'
import { getTransaction } from '#queries/transactions/get-transaction.ts'
import type { Service } from '#service.ts'
import { toMajor } from '#values/money.ts'
import { prose } from '#values/prose.ts'
import { TransactionParams, TransactionResponse } from './schemas.ts'

const RecordTransactionsResponse = z
  .object({
    recorded: z.int().describe(`Transactions that this request recorded, 0 to ${TRANSACTIONS_MAX}.`),
    duplicates: z
      .int()
      .describe(`Transactions that were recorded before with the same content, 0 to ${TRANSACTIONS_MAX}.`),
  })
  .describe('All transactions of the request are recorded.')

const recordTransactionsOperation = {
  config: { scope: 'transaction:write', errors: recordTransactionsErrors },
  schema: {
    tags: ['transactions'],
    operationId: 'recordTransactions',
    summary: 'Record one transaction, or up to 1,000',
    description: prose(
      'Records transactions, so that they can be refunded: one as an object, or up to 1,000 as an array. A repeat',
      'with the same content counts as a duplicate and changes nothing, so the request can be repeated at any',
      'time. CONFLICT means that an id is recorded with different content, INVALID_REQUEST that a field is not',
      'valid; in both cases nothing was recorded, and `details` contain the position.',
    ),
    body: z.union([z.array(TransactionInput).min(1).max(TRANSACTIONS_MAX), TransactionInput]),
    response: { 201: RecordTransactionsResponse },
  },
} as const

const getTransactionOperation = {
  config: { scope: 'transaction:read' },
  schema: {
    tags: ['transactions'],
    operationId: 'getTransaction',
    summary: 'Get a transaction, its refundable amount and its refunds',
    description: prose(
      'Shows the recorded transaction, its refundable amount, and its newest refunds. It comes from the same data',
      'that decides refund requests: every answered request is in it, and a request for more than',
      '`refundable_amount` is refused with REFUND_007 or REFUND_008. `404` means that your client recorded no such',
      'transaction.',
    ),
    params: TransactionParams,
    response: { 200: TransactionResponse.describe('The transaction in its current state.') },
  },
} as const

/** Not in the spec. */
export function transactionRoutes(api: Api, service: Service): void {
  api.post('/transactions', recordTransactionsOperation, async (request, reply) => {
    const inputs = Array.isArray(request.body) ? request.body : [request.body]
    return reply.code(201).send(await recordTransactions(service, contextOf(request, service.now()), inputs))
  })

  api.get('/transactions/:transaction_id', getTransactionOperation, async request => {
    const { caller, params } = request
    const found = await getTransaction(service, caller.client_id, params.transaction_id)
    const { recorded, refunds, accessStatus, ...rest } = found
    assertReadable(accessStatus, caller)
    const { client_id: _, amount_minor, ...transaction } = recorded
    return {
      ...transaction,
      amount: toMajor(amount_minor, recorded.currency),
      ...rest,
      refunds: refunds.map(({ refund_id, status, amount_minor, currency, reason, created_at }) => ({
        ...{ refund_id, status, amount: toMajor(amount_minor, currency), currency, reason, created_at },
      })),
    }
  })
}
