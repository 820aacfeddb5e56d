import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { derivedUuid } from '#values/ids.ts'

/** Reported outcomes of one transaction. The stream is `fraudoutcome-<uuid of client and transaction>`. */

export const REPORTED_OUTCOMES = ['confirmed_fraud', 'legitimate', 'chargeback'] as const
export type ReportedOutcome = (typeof REPORTED_OUTCOMES)[number]

/** The newest by `reported_at` is valid, of equal times the last. */
const OutcomeReported = z.strictObject({
  client_id: z.string(),
  user_id: z.string(),
  transaction_id: z.string(),
  /** The caller's id of the merchant, or its name; null without one. */
  merchant: z.string().nullable(),
  outcome: z.enum(REPORTED_OUTCOMES),
  /** When it became known, as the caller reported it, ISO 8601 UTC: scores of transactions from then on use it. */
  reported_at: z.string(),
})

const OutcomeEvents = { OutcomeReported }

export type OutcomeEvent = EventOf<typeof OutcomeEvents>
export type OutcomeReportedData = z.infer<typeof OutcomeReported>

export const outcomeStreams = {
  ...category({ prefix: 'fraudoutcome-', events: OutcomeEvents, unclassified: true }),
  id: (clientId: string, transactionId: string) => derivedUuid('fraudoutcome', clientId, transactionId),
}

export function isFraud(outcome: ReportedOutcome): boolean {
  return outcome !== 'legitimate'
}
