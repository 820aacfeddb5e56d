import { seedServers } from '#commands/vpn/seed-servers.ts'
import type { Config } from '#config/config.ts'
import type { Module } from '#module.ts'
import { vpnServers } from '#projections/vpn/servers.ts'
import { vpnSessions } from '#projections/vpn/sessions.ts'
import { vpnUsers } from '#projections/vpn/users.ts'
import { reactionsOf, workOf } from '#reactions/process.ts'
import { observeReachability } from '#services/vpn/reachability.ts'
import { vpnService } from '#services/vpn/vpn-service.ts'
import { vpnAdminRoutes } from './admin-routes.ts'
import { vpnAgentRoutes } from './agent-routes.ts'
import { vpnAudited } from './audited.ts'
import { vpnExamples } from './examples.ts'
import { vpnMigrations } from './migrations.ts'
import { devicePersonal } from './personal.ts'
import { vpnSubscriptions } from './processes.ts'
import { vpnRoutes } from './routes.ts'
import { startUpkeep } from './upkeep.ts'

export const vpn: Module = {
  name: 'vpn',
  migrations: vpnMigrations,
  readModels: [vpnServers, vpnSessions, vpnUsers],
  facts: vpnAudited,
  personal: [devicePersonal],
  reactions: () => reactionsOf(vpnSubscriptions),
  examples: vpnExamples,
  start({ service, answering }) {
    const asked = vpnService(answering)
    let upkeep: ReturnType<typeof startUpkeep> | undefined
    return {
      routes(api) {
        vpnRoutes(api, asked)
        vpnAdminRoutes(api, asked)
        vpnAgentRoutes(api, asked)
      },
      work() {
        const working = vpnService(service)
        upkeep ??= startUpkeep(working)
        return { ...workOf(vpnSubscriptions, working), notes: observeReachability(working) }
      },
      async prepare() {
        if (hasDemoServers(service.config)) await seedServers(service)
      },
      async stop() {
        await Promise.all([upkeep?.stop(), asked.endings.stop()])
      },
    }
  },
}

/** A service on embedded stores is somebody's trial, who has no server yet. */
function hasDemoServers({ VPN_DEMO_SERVERS, ENVIRONMENT, EVENTSTORE_URL, DATABASE_URL }: Config): boolean {
  return VPN_DEMO_SERVERS ?? (ENVIRONMENT === 'sandbox' && EVENTSTORE_URL === undefined && DATABASE_URL === undefined)
}
