import { seedServers } from '#commands/vpn/seed-servers.ts'
import type { Config } from '#config/config.ts'
import type { Module } from '#module.ts'
import { vpnServers } from '#projections/vpn/servers.ts'
import { vpnSessions } from '#projections/vpn/sessions.ts'
import { vpnUsers } from '#projections/vpn/users.ts'
import { jobPartsOf, reactionsOf } from '#reactions/process.ts'
import { type VpnConfig, vpnConfig } from '#services/vpn/config.ts'
import { observeReachability } from '#services/vpn/reachability.ts'
import { createVpnService } from '#services/vpn/vpn-service.ts'
import { vpnAdminRoutes } from './admin-routes.ts'
import { vpnAgentRoutes } from './agent-routes.ts'
import { vpnAuditDeclarations } from './audit-declaration.ts'
import examples from './examples.json' with { type: 'json' }
import { startMaintenance } from './maintenance.ts'
import { vpnMigrations } from './migrations.ts'
import { devicePersonalData } from './personal-data.ts'
import { vpnSubscriptions } from './processes.ts'
import reference from './reference.json' with { type: 'json' }
import { vpnRoutes } from './routes.ts'

export const vpn: Module<VpnConfig> = {
  name: 'vpn',
  config: vpnConfig,
  migrations: vpnMigrations,
  readModels: [vpnServers, vpnSessions, vpnUsers],
  historyViews: vpnAuditDeclarations,
  personalData: [devicePersonalData],
  reactions: () => reactionsOf(vpnSubscriptions),
  ...reference,
  examples,
  start({ service, interactive: answering }) {
    const interactive = createVpnService(answering)
    let maintenance: ReturnType<typeof startMaintenance> | undefined
    return {
      routes(api) {
        vpnRoutes(api, interactive)
        vpnAdminRoutes(api, interactive)
        vpnAgentRoutes(api, interactive)
      },
      jobs() {
        const background = createVpnService(service)
        maintenance ??= startMaintenance(background)
        return { ...jobPartsOf(vpnSubscriptions, background), notes: observeReachability(background) }
      },
      async prepare() {
        if (hasDemoServers(service.config)) await seedServers(service)
      },
      async stop() {
        await Promise.all([maintenance?.stop(), interactive.sessionEnds.stop()])
      },
    }
  },
}

/** A service on embedded stores is a trial without servers. */
function hasDemoServers({ VPN_DEMO_SERVERS, ENVIRONMENT, EVENTSTORE_URL, DATABASE_URL }: Config & VpnConfig): boolean {
  return VPN_DEMO_SERVERS ?? (ENVIRONMENT === 'sandbox' && EVENTSTORE_URL === undefined && DATABASE_URL === undefined)
}
