import type { Module, ModuleContext } from '#module.ts'
import { pushDevicesList } from '#projections/notifications/devices.ts'
import { notificationsList } from '#projections/notifications/notifications.ts'
import { reactionsOf, workOf } from '#reactions/process.ts'
import { notificationService } from '#services/notifications/notification-service.ts'
import { auditedDevices, auditedNotifications, auditedPreferences } from './audited.ts'
import { deviceRoutes } from './device-routes.ts'
import { notificationExamples } from './examples.ts'
import { notificationMigrations } from './migrations.ts'
import { createNetworkStanding, networkMigrations } from './network-standing.ts'
import { devicePersonal, notificationPersonal } from './personal.ts'
import { preferencesRoutes } from './preferences-routes.ts'
import { notificationSubscriptions } from './processes.ts'
import { configuredNetworks, type PushNetworks } from './push-networks.ts'
import { createUnavailable, pushService } from './push-work.ts'
import { pusherMigrations } from './pusher-version.ts'
import { sendingRoutes } from './sending-routes.ts'
import { tellingMigrations } from './telling/version.ts'
import { startUpkeep } from './upkeep.ts'

export const notifications = notificationsOver(({ config }) => configuredNetworks(config))

/** The module over push networks of its own; tests bring theirs. */
export function notificationsOver(connect: (service: ModuleContext['service']) => PushNetworks): Module {
  return {
    name: 'notifications',
    migrations: [...notificationMigrations, ...networkMigrations, ...tellingMigrations, ...pusherMigrations],
    readModels: [pushDevicesList, notificationsList],
    facts: [auditedDevices, auditedNotifications, auditedPreferences],
    personal: [devicePersonal, notificationPersonal],
    reactions: () => reactionsOf(notificationSubscriptions),
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
          upkeep ??= startUpkeep({ ...working, config: service.config })
          const push = pushService(working, networks, createNetworkStanding(service.db, service.log))
          return { ...workOf(notificationSubscriptions, push), notes: push.notes }
        },
        async stop() {
          await upkeep?.stop()
          await networks.close()
        },
      }
    },
  }
}
