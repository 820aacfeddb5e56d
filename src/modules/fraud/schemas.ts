import { z } from 'zod'
import { OPERATION_TYPES, TransactionInput } from '#commands/transactions/record-transactions.ts'
import { FRAUD_LEVELS, RECOMMENDATIONS } from '#domain/fraud/levels.ts'
import { RISK_FACTORS } from '#domain/fraud/risk-factors.ts'
import { plainText } from '#text.ts'

const OPERATION_TYPE_LENGTH_MAX = 64

/** The spec's "Fraud scoring: real-time request". */
export const RealtimeBody = z.object({
  transaction: TransactionInput.extend({
    operation_type: plainText(OPERATION_TYPE_LENGTH_MAX).describe(
      `What kind of transaction it is: ${OPERATION_TYPES.join(', ')}; another one is refused with FRAUD_004.`,
    ),
  }).describe('The transaction as it is made. It is recorded with its score, so that refunds find it.'),
  options: z
    .object({
      include_reasons: z.boolean().default(true).describe('Whether `risk_factors` are told.'),
      include_velocity: z.boolean().default(true).describe('Whether `velocity_check` is told.'),
    })
    .prefault({})
    .describe('What the answer is to tell; everything unless said.'),
})

const score = z.number().min(0).max(1)

export const RiskFactor = z.enum(Object.keys(RISK_FACTORS) as [string, ...string[]]).meta({
  id: 'RiskFactor',
  description: `Why a score is what it is. ${Object.entries(RISK_FACTORS)
    .map(([code, means]) => `\`${code}\`: ${means}`)
    .join(' ')}`,
})

/** The spec's "Fraud scoring: real-time response". */
export const RealtimeScore = z
  .object({
    transaction_id: z.string().describe('Your own id of the transaction.'),
    fraud_score: score.describe(
      'From 0 to 1, four decimals: the greater of what the model says and what a rule demands.',
    ),
    fraud_level: z
      .enum(FRAUD_LEVELS)
      .describe(
        'low below 0.30, medium below 0.60, high below 0.85, critical from there on; a bound belongs to the higher one.',
      ),
    is_alert: z.boolean().describe('Whether the score reaches the alert threshold, 0.60.'),
    recommendation: z.enum(RECOMMENDATIONS).describe('low: approve, medium: review, high: challenge, critical: deny.'),
    confidence: score.describe(
      "Grows with the distance of the model's probability from 0.5; lower for a user of whom little is known.",
    ),
    processing_time_ms: z.int().describe('Of this request, milliseconds.'),
    risk_factors: z
      .array(RiskFactor)
      .describe(
        'Rules that fired, then what of the model speaks for fraud, the weightiest first. Never empty above low.',
      ),
    velocity_check: z
      .object({
        transactions_1h: z
          .int()
          .describe("The user's transactions in the hour that ends with this one, itself included."),
        transactions_24h: z.int().describe('The same in 24 hours.'),
        amount_24h: z
          .number()
          .describe(
            "What left the user in these 24 hours (transfers, payments, withdrawals), in major units of this transaction's currency; other currencies by a fixed table.",
          ),
        is_unusual: z.boolean().describe('Whether that is much more than the user does in an hour or a day.'),
      })
      .nullable()
      .describe('What the user has done lately, by the time of the transaction; null when it was not asked for.'),
    model_version: z
      .string()
      .describe(
        'v<major>.<minor>.<patch> of what scored it. Major 0 is the set of rules, which scores alone when no model can.',
      ),
    request_id: z.string().describe('Of this request.'),
  })
  .meta({ id: 'RealtimeScore', description: 'What was found, as it is recorded.' })
