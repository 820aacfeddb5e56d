import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { internal, owner, personal, plain, subject } from '#event-sourcing/field-classes.ts'
import { derivedUuid } from '#values/ids.ts'

export const REPORTED_OUTCOMES = ['confirmed_fraud', 'legitimate', 'chargeback'] as const
export type ReportedOutcome = (typeof REPORTED_OUTCOMES)[number]

const OutcomeReported = z.strictObject({
  client_id: owner(z.string()),
  user_id: subject(z.string()),
  transaction_id: personal(z.string()),
  /** The caller's id of the merchant, or its name; null without one. */
  merchant: internal(z.string().nullable()),
  outcome: plain(z.enum(REPORTED_OUTCOMES)),
  /** When it became known, as the caller reported it, ISO 8601 UTC: scores of transactions from then on use it. */
  reported_at: plain(z.string()),
})

const OutcomeEvents = { OutcomeReported }

export type OutcomeEvent = EventOf<typeof OutcomeEvents>
export type OutcomeReportedData = z.infer<typeof OutcomeReported>

export const outcomeStreams = {
  ...category({ prefix: 'fraudoutcome-', events: OutcomeEvents }),
  id: (clientId: string, transactionId: string) => derivedUuid('fraudoutcome', clientId, transactionId),
}

export function isFraud(outcome: ReportedOutcome): boolean {
  return outcome !== 'legitimate'
}
