import { pushDevices } from '#domain/notifications/devices/decider.ts'
import { isRegistration } from '#domain/notifications/devices/state.ts'
import { audited } from '#facts.ts'
import { deviceFacts } from '#projections/notifications/facts.ts'

/** What the audit tells of devices: whose each was and is, not by which token it is reached. By their registration, or by the client's own id. */
export const auditedDevices = audited(deviceFacts, {
  family: pushDevices,
  state(id, state) {
    if (!isRegistration(state)) return null
    const { status, user_id, device_id, platform, app_version, language, registered_at } = state
    const registration_id = pushDevices.registrationId(id)
    return { registration_id, status, user_id, device_id, platform, app_version, language, registered_at }
  },
  idsOf: (asked, client_id) => [pushDevices.registered(asked) ?? asked, pushDevices.id(client_id, asked)],
})
