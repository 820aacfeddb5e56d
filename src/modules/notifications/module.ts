import type { Module } from '#module.ts'
import { pushDevicesList } from '#projections/notifications/devices.ts'
import { auditedDevices } from './audited.ts'
import { notificationExamples } from './examples.ts'
import { notificationMigrations } from './migrations.ts'
import { notificationService } from './notification-service.ts'
import { devicePersonal } from './personal.ts'
import { notificationRoutes } from './routes.ts'
import { createDeviceStep, DEVICE_QUEUE, settleOnDeviceChanged } from './settle-on-device-changed.ts'
import { notificationWatches } from './watches.ts'

/** A token that is not given over for so long is of a device that nothing reaches. */
const LAG_MS_MAX = 60_000

export const notifications: Module = {
  name: 'notifications',
  migrations: notificationMigrations,
  readModels: [pushDevicesList],
  facts: [auditedDevices],
  personal: [devicePersonal],
  reactions: () => [settleOnDeviceChanged],
  examples: notificationExamples,
  start: ({ service, answering }) => ({
    routes: api => notificationRoutes(api, notificationService(answering)),
    work() {
      const working = notificationService(service)
      return {
        queues: [{ name: DEVICE_QUEUE, step: createDeviceStep(working), lagMsMax: LAG_MS_MAX }],
        watches: notificationWatches(working),
      }
    },
  }),
}
