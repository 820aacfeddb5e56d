import { personalData } from '#declarations/personal-data.ts'
import { devices } from '#domain/vpn/devices/decider.ts'
import { deviceStreams, type VpnDeviceEvent } from '#domain/vpn/devices/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Execute } from '#event-sourcing/execute.ts'
import { personSubject } from '#values/person.ts'

/** Nothing of somebody who is to be erased goes on. What their sessions held is given back by the reaction to their end. */
const endSessions = (execute: Execute, id: string, context: Context) =>
  execute.run(devices, id, { type: 'revoke_all', reason: 'erasure', issuedUntil: null }, context)

/** What of VPN sessions is about the person whose devices they are; of the other session of two it stands beside the newer. */
export const devicePersonalData = personalData<VpnDeviceEvent>({
  streams: deviceStreams,
  version: 1,
  subject: ({ type, data }) => (type === 'VpnSessionIssued' ? personSubject(data) : null),
  fields: { VpnSessionIssued: ['user_id', 'device.device_id', 'beside.0.device.device_id'] },
  restrict: endSessions,
  erase: endSessions,
})
