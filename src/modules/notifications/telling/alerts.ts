import { alerts as alertFamily } from '#domain/fraud/alerts/decider.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import { fold } from '#event-sourcing/decider.ts'
import type { NotificationTrigger } from './telling.ts'

const SAID = { AlertOpened: 'fraud_detected', AlertEscalated: 'fraud_escalated' } as const

/** Whose transaction it is can say whether they made it. */
export const alerts: NotificationTrigger = {
  prefix: alertFamily.prefix,
  types: Object.keys(SAID),
  tell(stored) {
    const events = stored.map(alertFamily.parse)
    const last = events.at(-1)
    const state = fold(alertFamily.decider, events)
    if (last === undefined || !isAlert(state) || !(last.type in SAID)) return null
    const { client_id, user_id, transaction_id, amount_minor, currency } = state
    return {
      person: { client_id, user_id },
      category: 'fraud_alert',
      said: SAID[last.type as keyof typeof SAID],
      amount: { minor: amount_minor, currency },
      data: { alert_type: 'fraud', alert_id: alertFamily.idOf(last), transaction_id },
      device: null,
    }
  },
}
