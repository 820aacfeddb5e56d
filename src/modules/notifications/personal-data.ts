import { personalData } from '#declarations/personal-data.ts'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import { deviceStreams } from '#domain/notifications/devices/events.ts'
import { notifications } from '#domain/notifications/notifications/decider.ts'
import { type NotificationEvent, notificationStreams } from '#domain/notifications/notifications/events.ts'
import { subjectOf } from '#edge/vault/vault.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Execute } from '#event-sourcing/execute.ts'

/** A job of `push-device` releases the token. Does nothing when the device belongs to another user by now. */
const withdrawDevice = (execute: Execute, id: string, context: Context, subject: string) =>
  execute.run(pushDevices, id, { type: 'withdraw', subject }, context)

export const devicePersonalData = personalData({
  streams: deviceStreams,
  version: 1,
  restrict: withdrawDevice,
  erase: withdrawDevice,
})

const withdrawNotification = (execute: Execute, id: string, context: Context, subject: string) =>
  execute.run(notifications, id, { type: 'withdraw', subject }, context)

export const notificationPersonalData = personalData<NotificationEvent>({
  streams: notificationStreams,
  version: 2,
  key: ({ type, data }) => (type === 'NotificationQueued' ? subjectOf(data.text_sealed) : null),
  restrict: withdrawNotification,
  erase: withdrawNotification,
})
