import { pushDevices } from '#domain/notifications/devices/decider.ts'
import { analysisStreams } from '#domain/sms/analyses/events.ts'
import type { NotificationTrigger } from './notification-trigger.ts'

/** Notifies the phone that received a phishing message, and no other device. */
export const messages: NotificationTrigger = {
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
      amount: null,
      data: { alert_type: 'phishing', alert_id: analysisStreams.idOf({ stream }), risk_level },
      device: pushDevices.id(client_id, device_id),
    }
  },
}
