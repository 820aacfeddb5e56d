import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { hidden, owner, personal, plain, sealed, subject } from '#event-sourcing/field-classes.ts'
import { derivedId } from '#values/ids.ts'
import { FRAUD_LEVELS, RECOMMENDATIONS } from '../levels.ts'

export { FRAUD_LEVELS, RECOMMENDATIONS }

/** The id is derived from client and transaction, so that a transaction has one alert. */

export const OUTCOMES = ['confirmed_fraud', 'legitimate'] as const

const score = z.number().min(0).max(1)

/** Not exported to the person: a suspect must not be warned (Directive (EU) 2015/849, article 39). */
const Note = z.strictObject({ text: sealed('note', { isDisclosed: false }), digest: hidden(z.string()) })

const assessed = plain({
  score,
  level: z.enum(FRAUD_LEVELS),
  recommendation: z.enum(RECOMMENDATIONS),
  risk_factors: z.array(z.string()),
  model_version: z.string(),
})

const AlertOpened = z.strictObject({
  client_id: owner(z.string()),
  user_id: subject(z.string()),
  transaction_id: personal(z.string()),
  ...plain({
    amount_minor: z.int().positive(),
    currency: z.string(),
    operation_type: z.string(),
    transaction_at: z.string(),
    detected_at: z.string(),
    threshold: score,
  }),
  ...assessed,
})

/** The alert is urgent: by its score, by the number of its user's alerts, or by an analyst. */
const AlertEscalated = z.strictObject({
  by: plain(z.enum(['score', 'pattern', 'analyst'])),
  note: Note.nullable(),
})

const AlertRescored = z.strictObject({
  ...plain({ cause: z.enum(['outcomes', 'transactions']), previous_score: score }),
  ...assessed,
})

const AlertAssigned = z.strictObject(plain({ assigned_to: z.string().nullable() }))

/** `rule` is null when an analyst decided. */
const AlertResolved = z.strictObject({
  ...plain({ outcome: z.enum(OUTCOMES), rule: z.enum(['outcome_reported']).nullable() }),
  note: Note.nullable(),
})

const AlertReopened = z.strictObject({ note: Note })

const AlertEvents = { AlertOpened, AlertEscalated, AlertRescored, AlertAssigned, AlertResolved, AlertReopened }

export type AlertEvent = EventOf<typeof AlertEvents>
export type AlertEventType = AlertEvent['type']
export type AlertEventData<T extends AlertEventType> = Extract<AlertEvent, { type: T }>['data']
export type Note = z.infer<typeof Note>

export const alertStreams = {
  ...category({ prefix: 'alert-', events: AlertEvents }),
  id: (clientId: string, transactionId: string) => derivedId('alr', clientId, transactionId),
}

export function noteSealContext(alertId: string): string {
  return `${alertId}|note`
}
