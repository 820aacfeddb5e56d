import { z } from 'zod'
import { OPERATION_TYPES, TransactionInput } from '#commands/transactions/record-transactions.ts'
import { FEATURE_GROUPS, type FeatureGroup } from '#domain/fraud/feature-groups.ts'
import { FRAUD_LEVELS, RECOMMENDATIONS } from '#domain/fraud/levels.ts'
import { LISTS } from '#domain/fraud/lists/events.ts'
import { REPORTED_OUTCOMES } from '#domain/fraud/outcomes/events.ts'
import { RISK_FACTORS } from '#domain/fraud/risk-factors.ts'
import { timestamp } from '#values/instant.ts'
import { prose } from '#values/prose.ts'
import { plainText } from '#values/text.ts'

const OPERATION_TYPE_LENGTH_MAX = 64

/** Source: the spec, "Fraud scoring: real-time request". */
export const RealtimeBody = z.object({
  transaction: TransactionInput.extend({
    operation_type: plainText(OPERATION_TYPE_LENGTH_MAX).describe(
      `Operation type: ${OPERATION_TYPES.join(', ')}; others are refused with FRAUD_004.`,
    ),
  }).describe('The transaction. It is recorded with its score, so that refunds can refer to it.'),
  options: z
    .object({
      include_reasons: z.boolean().default(true).describe('Whether the response contains `risk_factors`.'),
      include_velocity: z.boolean().default(true).describe('Whether the response contains `velocity_check`.'),
    })
    .prefault({})
    .describe('Parts of the response; default: all of them.'),
})

const score = z.number().min(0).max(1)

export const RiskFactor = z.enum(Object.keys(RISK_FACTORS) as [string, ...string[]]).meta({
  id: 'RiskFactor',
  description: `Reason for a score. ${Object.entries(RISK_FACTORS)
    .map(([code, means]) => `\`${code}\`: ${means}`)
    .join(' ')}`,
})

/** Source: the spec, "Fraud scoring: real-time response". */
export const RealtimeScoreResponse = z
  .object({
    transaction_id: z.string().describe('Your own id of the transaction.'),
    fraud_score: score.describe(
      'From 0 to 1, four decimals: the greater of the model’s probability and the minimum of the rules.',
    ),
    fraud_level: z
      .enum(FRAUD_LEVELS)
      .describe('Below 0.30 low, below 0.60 medium, below 0.85 high, otherwise critical.'),
    is_alert: z.boolean().describe('Whether the score reaches the alert threshold, by default 0.60.'),
    recommendation: z
      .enum(RECOMMENDATIONS)
      .describe(
        'By default low: approve, medium: review, high: challenge, critical: deny; your policy and lists override it.',
      ),
    confidence: score.describe(
      "Grows with the distance of the model's probability from 0.5; lower for a user with a short history.",
    ),
    processing_time_ms: z.int().describe('Processing time of this request, milliseconds.'),
    risk_factors: z
      .array(RiskFactor)
      .describe('Rules that fired, then reasons from the model, the most important first. Never empty above low.'),
    velocity_check: z
      .object({
        transactions_1h: z
          .int()
          .describe("The user's transactions in the hour that ends with this one, itself included."),
        transactions_24h: z.int().describe('The same in 24 hours.'),
        amount_24h: z
          .number()
          .describe(
            prose(
              "Sum of the user's transfers, payments and withdrawals in these 24 hours, in major units of this",
              "transaction's currency; other currencies are converted at fixed rates.",
            ),
          ),
        is_unusual: z.boolean().describe('Whether count or sum are far above the user’s usual values.'),
      })
      .nullable()
      .describe('Recent activity of the user up to the time of the transaction; null if it was not requested.'),
    model_version: z
      .string()
      .describe(
        prose(
          'Model version, as v<major>.<minor>.<patch>. Major 0 is the rule set, which scores alone when no model is',
          'available.',
        ),
      ),
    request_id: z.string().describe('Id of this request.'),
  })
  .meta({ id: 'RealtimeScore', description: 'A recorded score.' })

const contribution = (group: FeatureGroup) => z.number().describe(`Contribution of the features in the group ${group}.`)

export const FraudDecisionResponse = z
  .object({
    transaction_id: z.string().describe('Your own id of the transaction.'),
    user_id: z.string().describe('Your own id of the user.'),
    scored_at: timestamp('When it was scored'),
    timestamp: timestamp('When the transaction was made, as you reported it'),
    fraud_score: score.describe('As returned with the score.'),
    fraud_level: z.enum(FRAUD_LEVELS).describe('As returned with the score.'),
    is_alert: z.boolean().describe('Whether the score reached the threshold.'),
    threshold_applied: score.describe('By the policy at that time.'),
    recommendation: z.enum(RECOMMENDATIONS).describe('As returned with the score.'),
    confidence: score.describe('As returned with the score.'),
    risk_factors: z.array(RiskFactor).describe('All of them, even if they were not requested.'),
    decided_by: z
      .enum(['model', 'rule', 'list'])
      .describe('Source of the score: the model, the first of the rules that fired, or the block list.'),
    model_version: z.string().describe('Of the model, or of the rule set if no model was available.'),
    model: z
      .object({
        probability: score.describe('Probability of fraud.'),
        margin: z.number().describe('The probability as log-odds: the sum of bias and contributions.'),
        bias: z.number().describe('Log-odds without any contribution.'),
        contributions: z
          .object(
            Object.fromEntries(FEATURE_GROUPS.map(group => [group, contribution(group)])) as Record<
              FeatureGroup,
              z.ZodNumber
            >,
          )
          .describe('Contribution of each group of features to the margin; positive values indicate fraud.'),
      })
      .nullable()
      .describe('Output of the model; null if none was available.'),
    features: z
      .object({
        version: z.int().describe('Version of the feature set.'),
        as_of: z.string().nullable().describe('Log position of the aggregates across users; null if there were none.'),
        values: z.record(z.string(), z.number()).describe('By name; in other versions of the feature set by number.'),
      })
      .describe('Input of the model.'),
    rules: z
      .object({
        version: z.int().describe('Version of the rule set.'),
        fired: z.array(RiskFactor).describe('Rules that fired, the highest minimum first.'),
      })
      .describe('Result of the rules.'),
    lists: z
      .array(
        z.object({
          entry_id: z.string().describe('Id of the entry.'),
          list: z.enum(LISTS).describe('The list of the entry.'),
        }),
      )
      .describe("Entries of your client's lists that matched the transaction."),
    policy_version: z.int().describe("Version of your client's policy; 0 without one."),
    outcome: z
      .object({
        outcome: z.enum(REPORTED_OUTCOMES).describe('Outcome of the transaction.'),
        reported_at: timestamp('When it became known, as you reported it'),
      })
      .nullable()
      .describe('The latest reported outcome, which the score does not include; null without one.'),
  })
  .meta({ id: 'FraudDecision', description: 'The recorded explanation of a score.' })
