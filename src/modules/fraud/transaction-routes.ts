import { z } from 'zod'
import { OPERATION_TYPES } from '#commands/transactions/record-transactions.ts'
import { FRAUD_LEVELS } from '#domain/fraud/levels.ts'
import type { Api } from '#http/api.ts'
import { fraudTransactions } from '#projections/fraud/transactions.ts'
import {
  ListTransactionsQuery,
  listScoredTransactions,
  type ScoredTransaction,
} from '#queries/fraud/list-scored-transactions.ts'
import type { Service } from '#service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { timestamp } from '#values/instant.ts'
import { toMajor } from '#values/money.ts'
import { pagination } from '#values/page.ts'
import { prose } from '#values/prose.ts'
import { RiskFactor } from './schemas.ts'
import { withoutRestricted } from './without-restricted.ts'

const score = z.number().min(0).max(1)

const TransactionListResponse = z
  .object({
    data: z
      .array(
        z.object({
          transaction_id: z.string().describe('Your own id of the transaction.'),
          user_id: z.string().describe('Your own id of the user.'),
          account_id: z.string().nullable().describe("The user's account, as recorded; null when not given."),
          amount: z.number().describe("In major units, with at most the currency's decimals."),
          currency: z.string().describe('ISO 4217, upper case.'),
          operation_type: z.string().describe(`Kind of transaction: ${OPERATION_TYPES.join(', ')}.`),
          timestamp: timestamp('When it happened, as you reported it'),
          recorded_at: timestamp('When it was recorded'),
          score: z
            .object({
              fraud_score: score.describe('From 0 to 1, four decimals.'),
              fraud_level: z.enum(FRAUD_LEVELS).describe('Level of the score.'),
              is_alert: z.boolean().describe('Whether the score reached the threshold.'),
              threshold_applied: score.describe('Alert threshold of this score.'),
              risk_factors: z.array(RiskFactor).describe('Reasons, the most important first.'),
              model_version: z.string().describe('Of the model, or of the rule set if no model was available.'),
            })
            .nullable()
            .describe('Its recorded score; null when it was recorded without one.'),
        }),
      )
      .describe('The transactions of this page, newest first by their own time.'),
    pagination,
  })
  .describe('A page of transactions.')

const listTransactionsOperation = {
  config: { scope: 'transaction:read' },
  schema: {
    tags: ['transactions'],
    operationId: 'listTransactions',
    summary: 'List transactions with their scores, newest first',
    description: prose(
      "Lists your client's transactions, newest first by their own time, page by page with a cursor. Filters are",
      'combined. Transactions of restricted and erased people are left out, so a page may have fewer than `limit`.',
      'INVALID_REQUEST means that a filter or the cursor is invalid.',
    ),
    querystring: ListTransactionsQuery,
    response: { 200: TransactionListResponse },
  },
} as const

/** Here, because the scores are in the read model of this module. */
export function transactionListRoutes(api: Api, service: Service): void {
  api.get('/transactions', listTransactionsOperation, async ({ caller: { client_id }, query }) => {
    // Later pages hold older transactions.
    if (query.cursor === undefined) await waitForCheckpoint(service, fraudTransactions)
    const { page, pagination } = await listScoredTransactions(service.db, client_id, query)
    return { data: (await withoutRestricted(service, client_id, page)).map(toRecord), pagination }
  })
}

function toRecord({ amount_minor, at, recorded_at, score, ...row }: ScoredTransaction) {
  const { transaction_id, user_id, account_id, operation, currency } = row
  return {
    ...{ transaction_id, user_id, account_id, amount: toMajor(amount_minor, currency), currency },
    ...{ operation_type: operation, timestamp: iso(at), recorded_at: iso(recorded_at) },
    score:
      score === null
        ? null
        : {
            ...{ fraud_score: score.score, fraud_level: score.level, is_alert: score.is_alert },
            ...{ threshold_applied: score.threshold, risk_factors: score.risk_factors },
            model_version: score.model_version,
          },
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
