import { refunds as refundFamily } from '#domain/refunds/decider.ts'
import { isRefund } from '#domain/refunds/state.ts'
import { fold } from '#event-sourcing/decider.ts'
import type { NotificationTrigger } from './notification-trigger.ts'

const MESSAGE_OF = {
  RefundCompleted: 'refund_completed',
  RefundFailed: 'refund_failed',
  RefundCancelled: 'refund_cancelled',
  RefundVoided: 'refund_voided',
} as const

/** Notifies the beneficiary. */
export const refunds: NotificationTrigger = {
  prefix: refundFamily.prefix,
  types: Object.keys(MESSAGE_OF),
  notificationOf(stored) {
    const events = stored.map(refundFamily.parse)
    const last = events.at(-1)
    const state = fold(refundFamily.decider, events)
    if (last === undefined || !isRefund(state) || !(last.type in MESSAGE_OF)) return null
    const { client_id, beneficiary, amount_minor, currency } = state
    return {
      person: { client_id, user_id: beneficiary.user_id },
      category: 'refund_status',
      message: MESSAGE_OF[last.type as keyof typeof MESSAGE_OF],
      amount: { minor: amount_minor, currency },
      data: { alert_type: 'refund', refund_id: refundFamily.idOf(last), status: state.status },
      device: null,
    }
  },
}
