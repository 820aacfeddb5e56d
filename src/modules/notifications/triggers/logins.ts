import { loginDeviceStreams } from '#domain/auth/login-devices/events.ts'
import type { NotificationTrigger } from './notification-trigger.ts'

/** Notifies all devices of the user of a log-in from a new device: it may be another person. */
export const logins: NotificationTrigger = {
  prefix: loginDeviceStreams.prefix,
  types: ['LoginDeviceAdded'],
  notificationOf(stored) {
    const last = stored.map(loginDeviceStreams.parse).at(-1)
    if (last?.type !== 'LoginDeviceAdded' || last.data.is_first) return null
    return {
      person: { client_id: last.data.client_id, user_id: loginDeviceStreams.idOf(last) },
      category: 'security_alert',
      message: 'new_login',
      amount: null,
      data: { alert_type: 'new_login', alert_id: last.id },
      device: null,
    }
  },
}
