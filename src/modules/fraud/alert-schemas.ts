import { z } from 'zod'
import { OUTCOMES } from '#domain/fraud/alerts/events.ts'
import { ALERT_STATUSES } from '#domain/fraud/alerts/state.ts'
import { OPERATIONS } from '#domain/fraud/history.ts'
import { FRAUD_LEVELS, RECOMMENDATIONS } from '#domain/fraud/levels.ts'
import { REFUND_STATUSES } from '#domain/refunds/state.ts'
import { REFUNDS_SHOWN_MAX } from '#queries/fraud/list-refunds-of-alert.ts'
import { timestamp, timestampOrNull } from '#values/instant.ts'
import { RiskFactor } from './schemas.ts'

const alert_id = z.string().describe('The alert: `alr_` and a UUID, 40 characters.')
const score = z.number().min(0).max(1)

const transactionFields = {
  transaction_id: z.string().describe('Your own id of the transaction; `[erased]` once its user is.'),
  user_id: z.string().describe('Your own id of the user; `[erased]` once they are.'),
  amount: z.number().describe('Amount of the transaction in major units of its currency.'),
  currency: z.string().describe('ISO 4217 code of the amount, three upper-case letters.'),
}
const scoreFields = {
  fraud_score: score.describe('From 0 to 1, four decimals; the newest one.'),
  fraud_level: z.enum(FRAUD_LEVELS).describe('The score in words.'),
  recommendation: z.enum(RECOMMENDATIONS).describe('What to do with the transaction.'),
  risk_factors: z.array(RiskFactor).describe('What the score was raised by, the weightiest first.'),
}
const status = z
  .enum(ALERT_STATUSES)
  .describe(
    'Where the alert stands: open, escalated (it can’t wait), reopened (it was resolved and is in doubt again), or resolved.',
  )
const assigned_to = z.string().nullable().describe('Who takes care of it; null while nobody does.')
const age_seconds = z
  .int()
  .describe('Whole seconds since it was opened, as of this answer; of a resolved one, until it was resolved.')
const outcome = z.enum(OUTCOMES).describe('What the transaction turned out to be.')
const note = z.string().nullable().describe('In the words of whoever did it; null when nobody said any.')
const by = (what: string) => z.string().describe(`Who ${what}: a user or machine, or the service itself.`)

export const AlertResponse = z
  .object({
    alert_id,
    status,
    ...transactionFields,
    operation_type: z.string().describe(`What kind of transaction it is: ${OPERATIONS.join(', ')}.`),
    transaction_timestamp: timestamp('When the transaction was made, by your word'),
    ...scoreFields,
    threshold_applied: score.describe('The alert threshold that its first score reached.'),
    model_version: z
      .string()
      .describe('What scored it last, as v<major>.<minor>.<patch>; major 0 is the set of rules.'),
    detected_at: timestamp('When it was scored first'),
    opened_at: timestamp('When the alert was opened'),
    updated_at: timestamp('When it last changed'),
    age_seconds,
    assigned_to,
    escalation: z
      .object({
        by: z
          .enum(['score', 'pattern', 'analyst'])
          .describe('What says so: the score, several alerts of the user within 24 hours, or an analyst.'),
        note,
        escalated_at: timestamp('When it was escalated'),
        escalated_by: by('escalated it'),
      })
      .nullable()
      .describe('Why it can’t wait; null when it can.'),
    resolution: z
      .object({
        outcome,
        rule: z
          .enum(['outcome_reported'])
          .nullable()
          .describe('The rule that resolved it: an outcome of the transaction was reported; null when an analyst did.'),
        note,
        resolved_at: timestamp('When it was resolved'),
        resolved_by: by('resolved it'),
      })
      .nullable()
      .describe('What was decided; null while nothing is.'),
    reopening: z
      .object({ note, reopened_at: timestamp('When it was reopened'), reopened_by: by('reopened it') })
      .nullable()
      .describe('The last time it was put back into the queue; null when it never was.'),
    refunds: z
      .array(
        z.object({
          refund_id: z.string().describe('`rf_` and a UUID, for `GET /refund/{refund_id}`.'),
          status: z.enum(REFUND_STATUSES).describe('Of the refund, at this moment.'),
          amount: z.number().describe('Of the refund, in major units.'),
          currency: z.string().describe('ISO 4217 code of the refund’s amount.'),
          reason: z.string().describe('With which it was requested.'),
          created_at: timestamp('When it was requested'),
        }),
      )
      .describe(`The refunds that name this alert, newest first, ${REFUNDS_SHOWN_MAX} at most.`),
    has_more_refunds: z.boolean().describe('Whether older refunds name it too.'),
  })
  .meta({ id: 'AlertRecord', description: 'A fraud alert as it stands at this moment.' })

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
          outcome: outcome
            .nullable()
            .describe('What the transaction turned out to be; null while that is not decided.'),
          age_seconds,
        }),
      )
      .describe('The alerts of this page, in the order that was asked for.'),
    pagination: z
      .object({
        next_cursor: z
          .string()
          .nullable()
          .describe('Send it as `cursor` with the same filters and sort for the next page; null on the last page.'),
        has_more: z.boolean().describe('Whether there is a next page.'),
      })
      .describe('Where this page stands among the others.'),
  })
  .describe('A page of alerts.')

export const AlertParams = z.object({ alert_id })

const object = z.literal('fraud_alert').describe('Always `fraud_alert`.')
const detected_at = timestamp('When the transaction was scored first')
const alertFields = {
  object,
  id: alert_id.describe('The alert, for `GET /fraud/alerts/{alert_id}`.'),
  alert_id: alert_id.describe('The same, by the name that refunds have for it.'),
  ...transactionFields,
  ...scoreFields,
  detected_at,
}

export const ALERT_EVENTS = {
  // The spec's "data of fraud.detected", nothing more.
  'fraud.detected': z
    .object({ object, ...transactionFields, ...scoreFields, detected_at })
    .meta({ id: 'FraudDetectedData', description: 'The transaction that was scored as fraud.' }),
  'fraud.escalated': z
    .object({
      ...alertFields,
      reason: z
        .enum(['score_threshold', 'pattern_match', 'analyst'])
        .describe('Why it can’t wait: its score, several alerts of the user within 24 hours, or an analyst says so.'),
      escalated_at: timestamp('When it was escalated'),
    })
    .meta({ id: 'FraudEscalatedData', description: 'The alert as it was escalated.' }),
  'fraud.score_updated': z
    .object({
      ...alertFields,
      previous_score: score.describe('The score before.'),
      updated_at: timestamp('When the score changed'),
    })
    .meta({ id: 'FraudScoreUpdatedData', description: 'The alert with its new score.' }),
  'fraud.resolved': z
    .object({
      ...alertFields,
      resolution: outcome,
      resolved_by: z.enum(['analyst', 'rule']).describe('Whether somebody decided it or a rule did.'),
      resolved_at: timestamp('When it was resolved'),
    })
    .meta({ id: 'FraudResolvedData', description: 'The alert as it was resolved.' }),
}
