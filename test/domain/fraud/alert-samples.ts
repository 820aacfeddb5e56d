import type { AlertCommand } from '#domain/fraud/alerts/decider.ts'
import type { AlertEvent, AlertEventData, Note } from '#domain/fraud/alerts/events.ts'
import type { AlertState } from '#domain/fraud/alerts/state.ts'

export const openedData: AlertEventData<'AlertOpened'> = {
  ...{ client_id: 'clt_1', user_id: 'user_1', transaction_id: 'tx_1', amount_minor: 12_550, currency: 'EUR' },
  ...{ operation_type: 'payment', transaction_at: '2026-01-01T00:00:00.000Z', detected_at: '2026-01-01T00:00:01.000Z' },
  ...{ threshold: 0.6, score: 0.7, level: 'high', recommendation: 'challenge', risk_factors: ['amount_unusual'] },
  model_version: 'v1.0.0',
}
export const note = (words: string): Note => ({ text: `v1.subject.${words}`, digest: words })

export const opened: AlertEvent = { type: 'AlertOpened', data: openedData }
export const escalated = (by: 'score' | 'pattern' | 'analyst', words: string | null = null): AlertEvent => ({
  type: 'AlertEscalated',
  data: { by, note: words === null ? null : note(words) },
})
export const assigned = (assigned_to: string | null): AlertEvent => ({ type: 'AlertAssigned', data: { assigned_to } })
export const resolved: AlertEvent = {
  type: 'AlertResolved',
  data: { outcome: 'legitimate', rule: null, note: note('known') },
}
export const resolvedByRule: AlertEvent = {
  type: 'AlertResolved',
  data: { outcome: 'legitimate', rule: 'outcome_reported', note: null },
}
export const reopened: AlertEvent = { type: 'AlertReopened', data: { note: note('called') } }

/** A shortest history for each status. */
export const histories: Record<AlertState['status'], AlertEvent[]> = {
  absent: [],
  open: [opened],
  escalated: [opened, escalated('pattern')],
  reopened: [opened, resolved, reopened],
  resolved: [opened, resolved],
}

type Rescore = AlertCommand & { type: 'rescore' }
export const rescore = (score: number, level: Rescore['assessed']['level'], escalation_threshold = 0.85): Rescore => ({
  type: 'rescore',
  assessed: {
    ...{ cause: 'outcomes', score, level, recommendation: 'review', risk_factors: ['merchant_risk'] },
    model_version: 'v1.0.1',
  },
  escalation_threshold,
})

/** A command of each kind that says something new. */
export const commands: { [T in AlertCommand['type']]: AlertCommand & { type: T } } = {
  open: { type: 'open', data: openedData, is_pattern: false, escalation_threshold: 0.85 },
  rescore: rescore(0.8, 'high'),
  escalate: { type: 'escalate', client_id: 'clt_1', note: note('no answer') },
  assign: { type: 'assign', client_id: 'clt_1', assigned_to: 'usr_2' },
  resolve: { type: 'resolve', client_id: 'clt_1', outcome: 'confirmed_fraud', note: note('stolen card') },
  resolve_by_rule: { type: 'resolve_by_rule', cause: 'event 1', rule: 'outcome_reported', outcome: 'confirmed_fraud' },
  reopen: { type: 'reopen', client_id: 'clt_1', note: note('in doubt') },
}
