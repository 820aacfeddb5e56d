import { personalData } from '#declarations/personal-data.ts'
import { devices } from '#domain/vpn/devices/decider.ts'
import { deviceStreams, type VpnDeviceEvent } from '#domain/vpn/devices/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Execute } from '#event-sourcing/execute.ts'
import { personSubject } from '#values/person.ts'

/** The slot process releases what the sessions held. */
const endSessions = (execute: Execute, id: string, context: Context) =>
  execute.run(devices, id, { type: 'revoke_all', reason: 'erasure', issuedUntil: null }, context)

/** `beside` holds the user's other session, which has a device too. */
export const devicePersonalData = personalData<VpnDeviceEvent>({
  streams: deviceStreams,
  version: 1,
  subject: ({ type, data }) => (type === 'VpnSessionIssued' ? personSubject(data) : null),
  fields: { VpnSessionIssued: ['user_id', 'device.device_id', 'beside.0.device.device_id'] },
  restrict: endSessions,
  erase: endSessions,
})
