import { z } from 'zod'
import { OPERATION_TYPES, TransactionInput } from '#commands/transactions/record-transactions.ts'
import { FEATURE_GROUPS, type FeatureGroup } from '#domain/fraud/feature-groups.ts'
import { FRAUD_LEVELS, RECOMMENDATIONS } from '#domain/fraud/levels.ts'
import { LISTS } from '#domain/fraud/lists/events.ts'
import { REPORTED_OUTCOMES } from '#domain/fraud/outcomes/events.ts'
import { RISK_FACTORS } from '#domain/fraud/risk-factors.ts'
import { timestamp } from '#values/instant.ts'
import { plainText } from '#values/text.ts'

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
export const RealtimeScoreResponse = z
  .object({
    transaction_id: z.string().describe('Your own id of the transaction.'),
    fraud_score: score.describe(
      'From 0 to 1, four decimals: the greater of what the model says and what a rule demands.',
    ),
    fraud_level: z
      .enum(FRAUD_LEVELS)
      .describe(
        'Below 0.30 low, below 0.60 medium, below 0.85 high, from there on critical; a bound belongs to the higher one.',
      ),
    is_alert: z
      .boolean()
      .describe('Whether the score reaches the alert threshold, 0.60 unless your policy says otherwise.'),
    recommendation: z
      .enum(RECOMMENDATIONS)
      .describe(
        'For a low score approve, for a medium one review, for a high one challenge, for a critical one deny, unless your policy or lists say otherwise.',
      ),
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
        'What scored it, as v<major>.<minor>.<patch>. Major 0 is the set of rules, which scores alone when no model can.',
      ),
    request_id: z.string().describe('Of this request.'),
  })
  .meta({ id: 'RealtimeScore', description: 'What was found, as it is recorded.' })

const contribution = (group: FeatureGroup) => z.number().describe(`Of the features in the group ${group}.`)

export const FraudDecisionResponse = z
  .object({
    transaction_id: z.string().describe('Your own id of the transaction.'),
    user_id: z.string().describe('Your own id of the user.'),
    scored_at: timestamp('When it was scored'),
    timestamp: timestamp('When the transaction was made, by your word'),
    fraud_score: score.describe('As it was answered.'),
    fraud_level: z.enum(FRAUD_LEVELS).describe('As it was answered.'),
    is_alert: z.boolean().describe('Whether the score reached the threshold.'),
    threshold_applied: score.describe('By the policy of then.'),
    recommendation: z.enum(RECOMMENDATIONS).describe('As it was answered.'),
    confidence: score.describe('As it was answered.'),
    risk_factors: z.array(RiskFactor).describe('All of them, whether they were asked for or not.'),
    decided_by: z
      .enum(['model', 'rule', 'list'])
      .describe('What the score comes from: the model, the first of the rules that fired, or the block list.'),
    model_version: z.string().describe('Of the model, or of the set of rules where no model answered.'),
    model: z
      .object({
        probability: score.describe('What the model said.'),
        margin: z.number().describe('The same as log-odds: the bias and all contributions.'),
        bias: z.number().describe('What the model says of whomever nothing is known.'),
        contributions: z
          .object(
            Object.fromEntries(FEATURE_GROUPS.map(group => [group, contribution(group)])) as Record<
              FeatureGroup,
              z.ZodNumber
            >,
          )
          .describe('What each group of features adds to the margin; more than 0 speaks for fraud.'),
      })
      .nullable()
      .describe('Null when no model answered.'),
    features: z
      .object({
        version: z.int().describe('Of the set of features.'),
        as_of: z
          .string()
          .nullable()
          .describe('Place in the log of all events up to which figures across users were known; null when none were.'),
        values: z.record(z.string(), z.number()).describe('By name; the names of other versions are numbers.'),
      })
      .describe('What the model saw.'),
    rules: z
      .object({
        version: z.int().describe('Of the set of rules.'),
        fired: z.array(RiskFactor).describe('Those that demanded a score, the highest first.'),
      })
      .describe('What the rules said.'),
    lists: z
      .array(
        z.object({
          entry_id: z.string().describe('Of the entry.'),
          list: z.enum(LISTS).describe('The list that it was on.'),
        }),
      )
      .describe("Entries of your client's lists that named the transaction."),
    policy_version: z.int().describe("Of your client's policy; 0 when there was none."),
    outcome: z
      .object({
        outcome: z.enum(REPORTED_OUTCOMES).describe('What the transaction turned out to be.'),
        reported_at: timestamp('When it became known, by your word'),
      })
      .nullable()
      .describe(
        'The newest outcome that was reported of it, which the score knew nothing of; null while there is none.',
      ),
  })
  .meta({ id: 'FraudDecision', description: 'Why a transaction was scored as it was, as it was recorded.' })
