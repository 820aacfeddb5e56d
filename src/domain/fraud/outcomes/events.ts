import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { derivedUuid } from '#values/ids.ts'

/**
 * What a transaction turned out to be, as it became known. The stream is `fraudoutcome-<uuid of client and transaction>`: a transaction has one,
 * so that its revision is the lock of what was said of it.
 */

export const REPORTED_OUTCOMES = ['confirmed_fraud', 'legitimate', 'chargeback'] as const
export type ReportedOutcome = (typeof REPORTED_OUTCOMES)[number]

/** Somebody said what the transaction was. Of several reports the newest stands: by `reported_at`, then by their order here. */
const OutcomeReported = z.strictObject({
  client_id: z.string(),
  user_id: z.string(),
  transaction_id: z.string(),
  /** As profiles have it: the caller's id of the merchant, or its name; null where there is none. */
  merchant: z.string().nullable(),
  outcome: z.enum(REPORTED_OUTCOMES),
  /** When it became known, by the caller's word, ISO 8601 UTC: transactions of that time or later are scored by it. */
  reported_at: z.string(),
})

const OutcomeEvents = { OutcomeReported }

export type OutcomeEvent = EventOf<typeof OutcomeEvents>
export type OutcomeReportedData = z.infer<typeof OutcomeReported>

export const outcomeStreams = {
  ...category({ prefix: 'fraudoutcome-', events: OutcomeEvents }),
  /** The stream's id of a client's transaction. */
  id: (clientId: string, transactionId: string) => derivedUuid('fraudoutcome', clientId, transactionId),
}

/** A chargeback is one that was not stopped. */
export function isFraud(outcome: ReportedOutcome): boolean {
  return outcome !== 'legitimate'
}
