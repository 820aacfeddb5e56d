import { userStreams } from '#domain/auth/users/events.ts'
import type { NotificationTrigger } from './notification-trigger.ts'

/** Notifies the user, also when an administrator changed the password. */
export const passwords: NotificationTrigger = {
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
      amount: null,
      data: { alert_type: 'password_changed', alert_id: last.id },
      device: null,
    }
  },
}
