import type { Context } from '#context.ts'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import { type DeviceEvent, deviceStreams } from '#domain/notifications/devices/events.ts'
import type { Execute } from '#execute.ts'
import { personSubject } from '#person.ts'
import { personal } from '#personal.ts'

/** Nothing of somebody who is to be erased goes on, unless the device is somebody else's by now. Who has its token, the reaction settles. */
const withdraw = (execute: Execute, id: string, context: Context, subject: string) =>
  execute.run(pushDevices, id, { type: 'withdraw', subject }, context)

/** What of a device is about the person whose it is, or was. */
export const devicePersonal = personal<DeviceEvent>({
  streams: deviceStreams,
  version: 1,
  subject: ({ data }) => personSubject(data),
  fields: {
    PushDeviceRegistered: ['user_id', 'device_id', 'token_sealed', 'token_digest'],
    PushDeviceTokenMoved: ['user_id'],
    PushDeviceUnregistered: ['user_id'],
  },
  sealed: { token_sealed: 'token' },
  restrict: withdraw,
  erase: withdraw,
})
