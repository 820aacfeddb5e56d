import { type DeviceEvent, deviceStreams } from '#domain/notifications/devices/events.ts'
import { facts } from '#facts.ts'

const nothing = () => ({})

/** What the history shows of devices: neither the token nor which device it is, which is about the person. */
export const deviceFacts = facts<DeviceEvent>({
  streams: deviceStreams,
  plural: 'push-devices',
  version: 1,
  owner: ({ data }) => ({ client_id: data.client_id }),
  subject: ({ data }) => data.user_id,
  object: event => deviceStreams.registrationId(deviceStreams.idOf(event)),
  shown: {
    PushDeviceRegistered: ({ platform, app_version, language }) => ({
      ...{ platform, app_version, language },
      not_shown: ['device_id', 'push_token'],
    }),
    PushDeviceTokenMoved: nothing,
    PushDeviceUnregistered: ({ reason }) => ({ reason }),
  },
})
