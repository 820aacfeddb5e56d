import { alerts as alertsFamily } from '#domain/fraud/alerts/decider.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import { fold } from '#event-sourcing/decider.ts'
import type { NotificationTrigger } from './notification-trigger.ts'

const MESSAGE_OF = { AlertOpened: 'fraud_detected', AlertEscalated: 'fraud_escalated' } as const

/** Notifies the user of the transaction, who knows whether they made it. */
export const alerts: NotificationTrigger = {
  prefix: alertsFamily.prefix,
  types: Object.keys(MESSAGE_OF),
  notificationOf(stored) {
    const events = stored.map(alertsFamily.parse)
    const last = events.at(-1)
    const state = fold(alertsFamily.decider, events)
    if (last === undefined || !isAlert(state) || !(last.type in MESSAGE_OF)) return null
    const { client_id, user_id, transaction_id, amount_minor, currency } = state
    return {
      person: { client_id, user_id },
      category: 'fraud_alert',
      message: MESSAGE_OF[last.type as keyof typeof MESSAGE_OF],
      amount: { minor: amount_minor, currency },
      data: { alert_type: 'fraud', alert_id: alertsFamily.idOf(last), transaction_id },
      device: null,
    }
  },
}
