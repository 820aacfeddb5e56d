import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { derivedId } from '#values/ids.ts'
import { FRAUD_LEVELS, RECOMMENDATIONS } from '../levels.ts'

/**
 * What becomes of a transaction whose score reached the alert threshold. The stream is `alert-<alert_id>`, and the id is a function of client
 * and transaction, so that a transaction has one alert however often it is opened. Who did something is the event's actor.
 */

/** What a transaction turned out to be. */
export const OUTCOMES = ['confirmed_fraud', 'legitimate'] as const

const score = z.number().min(0).max(1)

/** An analyst's words, sealed for the person whose transaction it is, and what tells them from others under that person's own key. */
const Note = z.strictObject({ text: z.string(), digest: z.string() })

/** What a score says, first or anew. */
const assessed = {
  score,
  level: z.enum(FRAUD_LEVELS),
  recommendation: z.enum(RECOMMENDATIONS),
  risk_factors: z.array(z.string()),
  model_version: z.string(),
}

/** A transaction was scored as fraud, and somebody is to look at it. */
const AlertOpened = z.strictObject({
  client_id: z.string(),
  user_id: z.string(),
  transaction_id: z.string(),
  amount_minor: z.int().positive(),
  currency: z.string(),
  operation_type: z.string(),
  /** When the transaction was made, by the caller's word. */
  transaction_at: z.string(),
  /** When it was scored. */
  detected_at: z.string(),
  threshold: score,
  ...assessed,
})

/** It can't wait: its score says so, it is one of several alerts of its user, or an analyst hands it on. */
const AlertEscalated = z.strictObject({ by: z.enum(['score', 'pattern', 'analyst']), note: Note.nullable() })

/** What became known since changed the score, by enough to be told. */
const AlertRescored = z.strictObject({
  cause: z.enum(['outcomes', 'transactions']),
  previous_score: score,
  ...assessed,
})

/** Somebody takes care of it from now on; null = nobody does any more. */
const AlertAssigned = z.strictObject({ assigned_to: z.string().nullable() })

/** It was decided what the transaction was: by an analyst, or by a rule, which `rule` names. */
const AlertResolved = z.strictObject({
  outcome: z.enum(OUTCOMES),
  rule: z.enum(['outcome_reported']).nullable(),
  note: Note.nullable(),
})

/** What was decided is in doubt again. */
const AlertReopened = z.strictObject({ note: Note })

const AlertEvents = { AlertOpened, AlertEscalated, AlertRescored, AlertAssigned, AlertResolved, AlertReopened }

export type AlertEvent = EventOf<typeof AlertEvents>
export type AlertEventType = AlertEvent['type']
export type AlertEventData<T extends AlertEventType> = Extract<AlertEvent, { type: T }>['data']
export type Note = z.infer<typeof Note>

export const alertStreams = {
  ...category({ prefix: 'alert-', events: AlertEvents }),
  /** The alert of a client's transaction. */
  id: (clientId: string, transactionId: string) => derivedId('alr', clientId, transactionId),
}

/** Where a note is sealed. */
export function noteSealContext(alertId: string): string {
  return `${alertId}|note`
}
