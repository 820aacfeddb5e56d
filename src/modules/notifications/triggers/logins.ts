import { loginDeviceStreams } from '#domain/auth/login-devices/events.ts'
import type { NotificationTrigger } from './notification-trigger.ts'

/** Whoever's account was logged in to from a device that it was not logged in to from before: on all their devices, as it may be somebody else's. */
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
