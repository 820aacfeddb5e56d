import type { Given, Module } from '#module.ts'
import { pushDevicesList } from '#projections/notifications/devices.ts'
import { notificationsList } from '#projections/notifications/notifications.ts'
import { notificationService } from '#services/notifications/notification-service.ts'
import { auditedDevices, auditedNotifications, auditedPreferences } from './audited.ts'
import { deviceRoutes } from './device-routes.ts'
import { notificationExamples } from './examples.ts'
import { notificationMigrations } from './migrations.ts'
import { createNetworkStanding, networkMigrations } from './network-standing.ts'
import { devicePersonal, notificationPersonal } from './personal.ts'
import { preferencesRoutes } from './preferences-routes.ts'
import { configuredNetworks, type PushNetworks } from './push-networks.ts'
import { pushOnNotificationQueued } from './push-on-notification-queued.ts'
import { createUnavailable, pushWork } from './push-work.ts'
import { pusherMigrations } from './pusher-version.ts'
import { sendingRoutes } from './sending-routes.ts'
import { createDeviceStep, DEVICE_QUEUE, settleOnDeviceChanged } from './settle-on-device-changed.ts'
import { createTelling, tellOnEvents } from './telling/tell-on-events.ts'
import { TELL_QUEUES, tellingMigrations } from './telling/version.ts'
import { startUpkeep } from './upkeep.ts'
import { notificationWatches } from './watches.ts'

/** A token that is not given over for so long is of a device that nothing reaches. */
const LAG_MS_MAX = 60_000

export const notifications = notificationsOver(({ config }) => configuredNetworks(config))

/** The module over push networks of its own; tests bring theirs. */
export function notificationsOver(connect: (service: Given['service']) => PushNetworks): Module {
  return {
    name: 'notifications',
    migrations: [...notificationMigrations, ...networkMigrations, ...tellingMigrations, ...pusherMigrations],
    readModels: [pushDevicesList, notificationsList],
    facts: [auditedDevices, auditedNotifications, auditedPreferences],
    personal: [devicePersonal, notificationPersonal],
    reactions: () => [settleOnDeviceChanged, tellOnEvents, pushOnNotificationQueued],
    examples: notificationExamples,
    start({ service, answering }) {
      const networks = connect(service)
      let upkeep: ReturnType<typeof startUpkeep> | undefined
      return {
        routes(api) {
          const unavailable = createUnavailable(networks, createNetworkStanding(answering.db, service.log))
          const asked = notificationService(answering, { unavailable })
          deviceRoutes(api, asked)
          sendingRoutes(api, asked)
          preferencesRoutes(api, asked)
        },
        work() {
          const working = notificationService(service)
          const push = pushWork(working, networks, createNetworkStanding(service.db, service.log))
          upkeep ??= startUpkeep({ ...working, config: service.config })
          return {
            ...push,
            queues: [
              { name: DEVICE_QUEUE, step: createDeviceStep(working), lagMsMax: LAG_MS_MAX },
              ...TELL_QUEUES.map(name => ({ name, step: createTelling(working), lagMsMax: LAG_MS_MAX })),
              ...push.queues,
            ],
            watches: [...notificationWatches(working), ...push.watches],
          }
        },
        async stop() {
          await upkeep?.stop()
          await networks.close()
        },
      }
    },
  }
}
