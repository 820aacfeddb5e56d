import { loginDeviceStreams } from '#domain/auth/login-devices/events.ts'
import { userStreams } from '#domain/auth/users/events.ts'
import { detectionStreams } from '#domain/detections/events.ts'
import { alerts } from '#domain/fraud/alerts/decider.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import type { Amount, MessageKey } from '#domain/notifications/messages.ts'
import type { NotificationKind } from '#domain/notifications/preferences/events.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { isRefund } from '#domain/refunds/state.ts'
import { analysisStreams } from '#domain/sms/analyses/events.ts'
import { deviceStreams } from '#domain/vpn/devices/events.ts'
import { webhookStreams } from '#domain/webhooks/events.ts'
import { type DomainEvent, fold, type Recorded } from '#event-sourcing/decider.ts'
import type { Person } from '#values/person.ts'

type TriggeredNotification = {
  /** Null = the registered user of `device`. */
  person: Person | null
  category: NotificationKind
  message: MessageKey
  amount?: Amount
  data: Record<string, string>
  /** The uuid of one device; missing = all devices of the user. */
  device?: string
  /** When it happened, if that can be long before the event. */
  happenedAt?: string
}

export type NotificationTrigger = {
  prefix: string
  types: readonly string[]
  /** Takes a stream's events up to the triggering one; null = no notification. */
  notificationOf(events: readonly Recorded<DomainEvent>[]): TriggeredNotification | null
}

const REFUND_MESSAGES = {
  RefundCompleted: 'refund_completed',
  RefundFailed: 'refund_failed',
  RefundCancelled: 'refund_cancelled',
  RefundVoided: 'refund_voided',
} as const

const refundTrigger: NotificationTrigger = {
  prefix: refunds.prefix,
  types: Object.keys(REFUND_MESSAGES),
  notificationOf(stored) {
    const events = stored.map(refunds.parse)
    const last = events.at(-1)
    const state = fold(refunds.decider, events)
    if (last === undefined || !isRefund(state) || !(last.type in REFUND_MESSAGES)) return null
    const { client_id, beneficiary, amount_minor, currency } = state
    return {
      person: { client_id, user_id: beneficiary.user_id },
      category: 'refund_status',
      message: REFUND_MESSAGES[last.type as keyof typeof REFUND_MESSAGES],
      amount: { minor: amount_minor, currency },
      data: { alert_type: 'refund', refund_id: refunds.idOf(last), status: state.status },
    }
  },
}

const ALERT_MESSAGES = { AlertOpened: 'fraud_detected', AlertEscalated: 'fraud_escalated' } as const

/** Notifies the user of the transaction, who knows whether they made it. */
const alertTrigger: NotificationTrigger = {
  prefix: alerts.prefix,
  types: Object.keys(ALERT_MESSAGES),
  notificationOf(stored) {
    const events = stored.map(alerts.parse)
    const last = events.at(-1)
    const state = fold(alerts.decider, events)
    if (last === undefined || !isAlert(state) || !(last.type in ALERT_MESSAGES)) return null
    const { client_id, user_id, transaction_id, amount_minor, currency } = state
    return {
      person: { client_id, user_id },
      category: 'fraud_alert',
      message: ALERT_MESSAGES[last.type as keyof typeof ALERT_MESSAGES],
      amount: { minor: amount_minor, currency },
      data: { alert_type: 'fraud', alert_id: alerts.idOf(last), transaction_id },
    }
  },
}

const phishingTrigger: NotificationTrigger = {
  prefix: analysisStreams.prefix,
  types: ['SmsAnalysed'],
  notificationOf([stored]) {
    if (stored === undefined) return null
    const { type, data, stream } = analysisStreams.parse(stored)
    if (type !== 'SmsAnalysed' || !data.is_phishing || data.device_id === null) return null
    const { client_id, user_id, device_id, risk_level } = data
    return {
      // The analysis has no user while only a consumer states the device's user; the phone is notified all the same.
      person: user_id === null ? null : { client_id, user_id },
      category: 'phishing_detected',
      message: 'phishing',
      data: { alert_type: 'phishing', alert_id: analysisStreams.idOf({ stream }), risk_level },
      device: pushDevices.id(client_id, device_id),
    }
  },
}

/** Notifies the user of a session that they did not end: they are no longer protected. */
const tunnelTrigger: NotificationTrigger = {
  prefix: deviceStreams.prefix,
  types: ['VpnSessionRevoked', 'VpnSessionExpired'],
  notificationOf(stored) {
    const events = stored.map(deviceStreams.parse)
    const last = events.at(-1)
    const issued = events.find(({ type }) => type === 'VpnSessionIssued')
    if (last?.type !== 'VpnSessionRevoked' && last?.type !== 'VpnSessionExpired') return null
    if (issued?.type !== 'VpnSessionIssued') return null
    const { client_id, user_id } = issued.data
    const status = last.type === 'VpnSessionRevoked' ? 'revoked' : 'expired'
    return {
      person: { client_id, user_id },
      category: 'vpn_status',
      message: `vpn_${status}`,
      data: { alert_type: 'vpn', session_id: last.data.session_id, status },
    }
  },
}

/** Also when an administrator changed the password. */
const passwordTrigger: NotificationTrigger = {
  prefix: userStreams.prefix,
  types: ['PasswordChanged'],
  notificationOf(stored) {
    const events = stored.map(userStreams.parse)
    const [last, registered] = [events.at(-1), events.findLast(({ type }) => type === 'UserRegistered')]
    if (last?.type !== 'PasswordChanged' || registered?.type !== 'UserRegistered') return null
    return {
      person: { client_id: registered.data.client_id, user_id: userStreams.idOf(last) },
      category: 'security_alert',
      message: 'password_changed',
      data: { alert_type: 'password_changed', alert_id: last.id },
    }
  },
}

/** Notifies all devices, because another person may have logged in. */
export const loginTrigger: NotificationTrigger = {
  prefix: loginDeviceStreams.prefix,
  types: ['LoginDeviceAdded'],
  notificationOf(stored) {
    const last = stored.map(loginDeviceStreams.parse).at(-1)
    if (last?.type !== 'LoginDeviceAdded' || last.data.is_first) return null
    return {
      person: { client_id: last.data.client_id, user_id: loginDeviceStreams.idOf(last) },
      category: 'security_alert',
      message: 'new_login',
      data: { alert_type: 'new_login', alert_id: last.id },
    }
  },
}

const endpointTrigger: NotificationTrigger = {
  prefix: webhookStreams.prefix,
  types: ['WebhookDisabled'],
  notificationOf(stored) {
    const events = stored.map(webhookStreams.parse)
    const [created, last] = [events[0], events.at(-1)]
    if (created?.type !== 'WebhookCreated' || last?.type !== 'WebhookDisabled') return null
    const owner = created.metadata.actor
    if (last.metadata.actor.sub === owner.sub) return null
    return {
      person: { client_id: created.data.client_id, user_id: owner.sub },
      category: 'security_alert',
      message: 'webhook_disabled',
      data: {
        ...{ alert_type: 'webhook_disabled', alert_id: last.id, reason: last.data.reason },
        webhook_id: webhookStreams.idOf(last),
      },
    }
  },
}

const DETECTION_MESSAGES = {
  'darkweb.leak_detected': { category: 'darkweb_alert', message: 'darkweb_leak', alert_type: 'darkweb' },
  'phishing.email_detected': { category: 'phishing_detected', message: 'phishing_email', alert_type: 'phishing' },
  'url.malicious_detected': { category: 'phishing_detected', message: 'malicious_url', alert_type: 'phishing' },
} as const

/** Not of a blocked call: nothing is left to do. */
export const detectionTrigger: NotificationTrigger = {
  prefix: detectionStreams.prefix,
  types: ['DetectionRecorded'],
  notificationOf([stored]) {
    if (stored === undefined) return null
    const { data, stream } = detectionStreams.parse(stored)
    const { client_id, user_id, kind, detected_at } = data
    if (user_id === null || kind === 'spam.call_blocked') return null
    const { category, message, alert_type } = DETECTION_MESSAGES[kind]
    return {
      ...{ person: { client_id, user_id }, category, message, happenedAt: detected_at },
      data: { alert_type, alert_id: detectionStreams.detectionId(detectionStreams.idOf({ stream })) },
    }
  },
}

export const TRIGGERS: readonly NotificationTrigger[] = [
  ...[refundTrigger, alertTrigger, phishingTrigger, tunnelTrigger],
  ...[passwordTrigger, loginTrigger, endpointTrigger, detectionTrigger],
]
