import { auditDeclaration } from '#declarations/history-view.ts'
import { isRegistration, pushDevices } from '#domain/notifications/devices/decider.ts'
import { isNotification, notifications } from '#domain/notifications/notifications/decider.ts'
import { preferences } from '#domain/notifications/preferences/decider.ts'
import {
  deviceHistoryView,
  notificationHistoryView,
  preferencesHistoryView,
} from '#projections/notifications/history-view.ts'

/** Without tokens. `idsOf`: by registration id or the client's own device id. */
export const deviceAudit = auditDeclaration(deviceHistoryView, {
  family: pushDevices,
  state(id, state) {
    if (!isRegistration(state)) return null
    const { status, user_id, device_id, platform, app_version, language, registered_at } = state
    const registration_id = pushDevices.registrationId(id)
    return { registration_id, status, user_id, device_id, platform, app_version, language, registered_at }
  },
  idsOf: (requestedId, client_id) => [
    pushDevices.parseRegistrationId(requestedId) ?? requestedId,
    pushDevices.id(client_id, requestedId),
  ],
})

export const notificationAudit = auditDeclaration(notificationHistoryView, {
  family: notifications,
  state(id, state) {
    if (!isNotification(state)) return null
    const { status, user_id, category, priority, queued_at, held_until, expires_at, read_at, origin } = state
    return {
      ...{ notification_id: notifications.notificationId(id), status, user_id, category, priority },
      ...{ queued_at, held_until, expires_at, read_at, origin },
      deliveries: state.deliveries.map(({ device, language: _, isRetargeted, ...delivery }) => ({
        registration_id: pushDevices.registrationId(device),
        ...delivery,
        ...(isRetargeted ? { retargeted: true } : {}),
      })),
    }
  },
  idsOf: requestedId => [notifications.parseNotificationId(requestedId) ?? requestedId],
})

export const preferencesAudit = auditDeclaration(preferencesHistoryView, {
  family: preferences,
  state: (client_id, state) => (state.updated_at === null ? null : { client_id, ...state }),
})
