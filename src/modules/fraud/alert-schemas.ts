import { z } from 'zod'
import { OUTCOMES } from '#domain/fraud/alerts/events.ts'
import { ALERT_STATUSES } from '#domain/fraud/alerts/state.ts'
import { OPERATIONS } from '#domain/fraud/history.ts'
import { FRAUD_LEVELS, RECOMMENDATIONS } from '#domain/fraud/levels.ts'
import { REFUND_STATUSES } from '#domain/refunds/state.ts'
import { REFUNDS_SHOWN_MAX } from '#queries/fraud/list-refunds-of-alert.ts'
import { timestamp, timestampOrNull } from '#values/instant.ts'
import { RiskFactor } from './schemas.ts'

const alert_id = z.string().describe('Id of the alert: `alr_` and a UUID, 40 characters.')
const score = z.number().min(0).max(1)

const transactionFields = {
  transaction_id: z.string().describe('Your own id of the transaction; `[erased]` after an erasure of its user.'),
  user_id: z.string().describe('Your own id of the user; `[erased]` after an erasure.'),
  amount: z.number().describe('Amount of the transaction in major units of its currency.'),
  currency: z.string().describe('ISO 4217 code of the amount, three upper-case letters.'),
}
const scoreFields = {
  fraud_score: score.describe('Latest score, 0 to 1, four decimals.'),
  fraud_level: z.enum(FRAUD_LEVELS).describe('Level of the score.'),
  recommendation: z.enum(RECOMMENDATIONS).describe('Recommended treatment of the transaction.'),
  risk_factors: z.array(RiskFactor).describe('Reasons for the score, the most important first.'),
}
const status = z
  .enum(ALERT_STATUSES)
  .describe('Status of the alert: open, escalated, reopened (resolved once and open again) or resolved.')
const assigned_to = z.string().nullable().describe('Assignee; null without one.')
const age_seconds = z
  .int()
  .describe('Whole seconds from its opening until now or, if it is resolved, until its resolution.')
const outcome = z.enum(OUTCOMES).describe('Outcome of the transaction.')
const note = z.string().nullable().describe('Note of the analyst; null without one.')
const by = (what: string) => z.string().describe(`Who ${what}: a user, a service account or the service itself.`)

export const AlertResponse = z
  .object({
    alert_id,
    status,
    ...transactionFields,
    operation_type: z.string().describe(`Operation type: ${OPERATIONS.join(', ')}.`),
    transaction_timestamp: timestamp('When the transaction was made, as you reported it'),
    ...scoreFields,
    threshold_applied: score.describe('Alert threshold that the first score reached.'),
    model_version: z
      .string()
      .describe('Model of the latest score, as v<major>.<minor>.<patch>; major 0 is the rule set.'),
    detected_at: timestamp('When it was first scored'),
    opened_at: timestamp('When the alert was opened'),
    updated_at: timestamp('When it last changed'),
    age_seconds,
    assigned_to,
    escalation: z
      .object({
        by: z
          .enum(['score', 'pattern', 'analyst'])
          .describe('Cause: the score, several alerts of the user within 24 hours, or an analyst.'),
        note,
        escalated_at: timestamp('When it was escalated'),
        escalated_by: by('escalated it'),
      })
      .nullable()
      .describe('The escalation; null without one.'),
    resolution: z
      .object({
        outcome,
        rule: z
          .enum(['outcome_reported'])
          .nullable()
          .describe('The rule that resolved it (an outcome of the transaction was reported); null if an analyst did.'),
        note,
        resolved_at: timestamp('When it was resolved'),
        resolved_by: by('resolved it'),
      })
      .nullable()
      .describe('The resolution; null while undecided.'),
    reopening: z
      .object({ note, reopened_at: timestamp('When it was reopened'), reopened_by: by('reopened it') })
      .nullable()
      .describe('The last reopening; null without one.'),
    refunds: z
      .array(
        z.object({
          refund_id: z.string().describe('`rf_` and a UUID, for `GET /refund/{refund_id}`.'),
          status: z.enum(REFUND_STATUSES).describe('Of the refund, at this moment.'),
          amount: z.number().describe('Of the refund, in major units.'),
          currency: z.string().describe('ISO 4217 code of the refund’s amount.'),
          reason: z.string().describe('Reason of the refund request.'),
          created_at: timestamp('When it was requested'),
        }),
      )
      .describe(`The refunds that name this alert, newest first, ${REFUNDS_SHOWN_MAX} at most.`),
    has_more_refunds: z.boolean().describe('Whether there are more, older refunds.'),
  })
  .meta({ id: 'AlertRecord', description: 'The present state of a fraud alert.' })

export const AlertListResponse = z
  .object({
    data: z
      .array(
        z.object({
          alert_id,
          status,
          ...transactionFields,
          ...scoreFields,
          assigned_to,
          opened_at: timestamp('When the alert was opened'),
          updated_at: timestamp('When it last changed'),
          resolved_at: timestampOrNull('When it was resolved; null while it is not'),
          outcome: outcome.nullable().describe('Outcome of the transaction; null while undecided.'),
          age_seconds,
        }),
      )
      .describe('The alerts of this page, in the requested order.'),
    pagination: z
      .object({
        next_cursor: z
          .string()
          .nullable()
          .describe('Send it as `cursor` with the same filters and sort for the next page; null on the last page.'),
        has_more: z.boolean().describe('Whether there is a next page.'),
      })
      .describe('Position of this page in the list.'),
  })
  .describe('A page of alerts.')

export const AlertParams = z.object({ alert_id })

const object = z.literal('fraud_alert').describe('Always `fraud_alert`.')
const detected_at = timestamp('When the transaction was first scored')
const alertFields = {
  object,
  id: alert_id.describe('The alert, for `GET /fraud/alerts/{alert_id}`.'),
  alert_id: alert_id.describe('The same id, under the name that refunds use.'),
  ...transactionFields,
  ...scoreFields,
  detected_at,
}

export const ALERT_EVENTS = {
  // Source: the spec, "data of fraud.detected"; nothing more.
  'fraud.detected': z
    .object({ object, ...transactionFields, ...scoreFields, detected_at })
    .meta({ id: 'FraudDetectedData', description: 'The transaction that was scored as fraud.' }),
  'fraud.escalated': z
    .object({
      ...alertFields,
      reason: z
        .enum(['score_threshold', 'pattern_match', 'analyst'])
        .describe('Cause of the escalation: the score, several alerts of the user within 24 hours, or an analyst.'),
      escalated_at: timestamp('When it was escalated'),
    })
    .meta({ id: 'FraudEscalatedData', description: 'The alert as it was escalated.' }),
  'fraud.score_updated': z
    .object({
      ...alertFields,
      previous_score: score.describe('The previous score.'),
      updated_at: timestamp('When the score changed'),
    })
    .meta({ id: 'FraudScoreUpdatedData', description: 'The alert with its new score.' }),
  'fraud.resolved': z
    .object({
      ...alertFields,
      resolution: outcome,
      resolved_by: z.enum(['analyst', 'rule']).describe('Whether an analyst or a rule resolved it.'),
      resolved_at: timestamp('When it was resolved'),
    })
    .meta({ id: 'FraudResolvedData', description: 'The alert as it was resolved.' }),
}
