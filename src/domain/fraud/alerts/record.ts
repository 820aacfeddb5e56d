import { toMajor } from '#values/money.ts'
import { ERASED } from '#values/person.ts'
import type { Note } from './events.ts'
import type { Alert } from './state.ts'

export type NoteTexts = { escalation: string | null; resolution: string | null; reopening: string | null }

export function alertRecord(alertId: string, alert: Alert, notes: NoteTexts) {
  const { status, transaction_id, user_id, amount_minor, currency, operation_type, transaction_at, threshold } = alert
  const { score, level, recommendation, risk_factors, model_version, detected_at, opened_at } = alert
  const { updated_at, assigned_to, escalation, resolution, reopening } = alert
  return {
    ...{ alert_id: alertId, status, transaction_id, user_id, amount: toMajor(amount_minor, currency), currency },
    ...{ operation_type, transaction_timestamp: transaction_at, fraud_score: score, fraud_level: level },
    ...{ threshold_applied: threshold, recommendation, risk_factors, model_version },
    ...{ detected_at, opened_at, updated_at, assigned_to },
    escalation: escalation && {
      by: escalation.by,
      note: notes.escalation,
      escalated_at: escalation.at,
      escalated_by: escalation.actor,
    },
    resolution: resolution && {
      outcome: resolution.outcome,
      rule: resolution.rule,
      note: notes.resolution,
      resolved_at: resolution.at,
      resolved_by: resolution.actor,
    },
    reopening: reopening && { note: notes.reopening, reopened_at: reopening.at, reopened_by: reopening.actor },
  }
}

export function erasedAlert(alert: Alert): Alert {
  return { ...alert, user_id: ERASED, transaction_id: ERASED }
}

export async function openNotes(alert: Alert, read: (note: Note) => Promise<string>): Promise<NoteTexts> {
  const one = async (note: Note | null | undefined) => (note == null ? null : read(note))
  const [escalation, resolution, reopening] = await Promise.all(
    [alert.escalation?.note, alert.resolution?.note, alert.reopening?.note].map(one),
  )
  return { escalation: escalation ?? null, resolution: resolution ?? null, reopening: reopening ?? null }
}
