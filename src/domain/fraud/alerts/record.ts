import { toMajor } from '#values/money.ts'
import { ERASED } from '#values/person.ts'
import type { Note } from './events.ts'
import type { Alert } from './state.ts'

export type NoteTexts = { escalation: string | null; resolution: string | null; reopening: string | null }

export function alertRecord(alertId: string, alert: Alert, notes: NoteTexts) {
  const { escalation, resolution, reopening } = alert
  return {
    alert_id: alertId,
    status: alert.status,
    transaction_id: alert.transaction_id,
    user_id: alert.user_id,
    amount: toMajor(alert.amount_minor, alert.currency),
    currency: alert.currency,
    operation_type: alert.operation_type,
    transaction_timestamp: alert.transaction_at,
    fraud_score: alert.score,
    fraud_level: alert.level,
    threshold_applied: alert.threshold,
    recommendation: alert.recommendation,
    risk_factors: alert.risk_factors,
    model_version: alert.model_version,
    detected_at: alert.detected_at,
    opened_at: alert.opened_at,
    updated_at: alert.updated_at,
    assigned_to: alert.assigned_to,
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
