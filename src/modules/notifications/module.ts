import type { Module, ModuleContext } from '#module.ts'
import { pushDevicesList } from '#projections/notifications/devices.ts'
import { notificationsList } from '#projections/notifications/notifications.ts'
import { jobPartsOf, reactionsOf } from '#reactions/process.ts'
import { type NotificationConfig, notificationConfig } from '#services/notifications/config.ts'
import { createNotificationService } from '#services/notifications/notification-service.ts'
import { deviceAudit, notificationAudit, preferencesAudit } from './audit-declaration.ts'
import { deviceRoutes } from './device-routes.ts'
import examples from './examples.json' with { type: 'json' }
import { startMaintenance } from './maintenance.ts'
import { notificationMigrations } from './migrations.ts'
import { createNetworkStatusStore, networkMigrations } from './network-status.ts'
import { notificationRoutes } from './notification-routes.ts'
import { devicePersonalData, notificationPersonalData } from './personal-data.ts'
import { preferencesRoutes } from './preferences-routes.ts'
import { notificationSubscriptions, pushSubscriptionMigrations, triggerMigrations } from './processes.ts'
import { configuredNetworks, type PushNetworks } from './push-networks.ts'
import { createOutageCheck, createPushService } from './push-service.ts'
import reference from './reference.json' with { type: 'json' }

export const notifications = notificationsOver(({ config }) => configuredNetworks(config))

export function notificationsOver(
  connect: (service: ModuleContext['service']) => PushNetworks,
): Module<NotificationConfig> {
  return {
    name: 'notifications',
    config: notificationConfig,
    migrations: [...notificationMigrations, ...networkMigrations, ...triggerMigrations, ...pushSubscriptionMigrations],
    readModels: [pushDevicesList, notificationsList],
    historyViews: [deviceAudit, notificationAudit, preferencesAudit],
    personalData: [devicePersonalData, notificationPersonalData],
    reactions: () => reactionsOf(notificationSubscriptions),
    ...reference,
    examples,
    start({ service, interactive }) {
      const networks = connect(service)
      let maintenance: ReturnType<typeof startMaintenance> | undefined
      return {
        routes(api) {
          const findOutage = createOutageCheck(networks, createNetworkStatusStore(interactive.db, service.log))
          const interactiveService = createNotificationService(interactive, { unavailable: findOutage })
          deviceRoutes(api, interactiveService)
          notificationRoutes(api, interactiveService)
          preferencesRoutes(api, interactiveService)
        },
        jobs() {
          const backgroundService = createNotificationService(service)
          maintenance ??= startMaintenance({ ...backgroundService, config: service.config })
          const push = createPushService(backgroundService, networks, createNetworkStatusStore(service.db, service.log))
          return { ...jobPartsOf(notificationSubscriptions, push), notes: push.notes }
        },
        async stop() {
          await maintenance?.stop()
          await networks.close()
        },
      }
    },
  }
}
