import { historyView } from '#declarations/history-view.ts'
import { deviceStreams, type PushDeviceEvent } from '#domain/notifications/devices/events.ts'
import { type NotificationEvent, notificationStreams } from '#domain/notifications/notifications/events.ts'
import { preferencesStreams } from '#domain/notifications/preferences/events.ts'

const noDetails = () => ({})

/** Leaves out the token and the device id, which identify the person. */
export const deviceHistoryView = historyView<PushDeviceEvent>({
  streams: deviceStreams,
  plural: 'push-devices',
  version: 1,
  object: event => deviceStreams.registrationId(deviceStreams.idOf(event)),
  on: {
    PushDeviceRegistered: ({ platform, app_version, language }) => ({
      ...{ platform, app_version, language },
      not_shown: ['device_id', 'push_token'],
    }),
    PushDeviceTokenMoved: noDetails,
    PushDeviceDeactivated: ({ reason }) => ({ reason }),
    PushDeviceUnregistered: ({ reason }) => ({ reason }),
  },
})

const deviceDetails = ({ device, platform }: { device: string; platform: string }) => ({
  registration_id: deviceStreams.registrationId(device),
  platform,
})

export const notificationHistoryView = historyView<NotificationEvent>({
  streams: notificationStreams,
  plural: 'notifications',
  version: 2,
  object: event => notificationStreams.notificationId(notificationStreams.idOf(event)),
  on: {
    NotificationQueued: ({ category, priority, targets, held_until, expires_at, origin }) => ({
      ...{ category, priority, devices: targets.map(deviceDetails), held_until, expires_at, origin },
      not_shown: ['title', 'body', 'data'],
    }),
    NotificationSent: data => ({ ...deviceDetails(data), provider_id: data.provider_id }),
    NotificationFailed: data => ({ ...deviceDetails(data), reason: data.reason }),
    NotificationExpired: deviceDetails,
    NotificationRetargeted: ({ targets, held_until }) => ({ devices: targets.map(deviceDetails), held_until }),
    NotificationRead: noDetails,
  },
})

export const preferencesHistoryView = historyView({
  streams: preferencesStreams,
  plural: 'notification-preferences',
  version: 1,
  owner: event => ({ client_id: preferencesStreams.idOf(event) }),
})
