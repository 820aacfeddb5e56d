import { bootstrapAdmin } from '#commands/auth/bootstrap-admin.ts'
import type { Module } from '#module.ts'
import { clients } from '#projections/auth/clients.ts'
import { credentials } from '#projections/auth/credentials.ts'
import { identities } from '#projections/auth/identities.ts'
import { serviceAccounts } from '#projections/auth/service-accounts.ts'
import { authSessions } from '#projections/auth/sessions.ts'
import { users } from '#projections/auth/users.ts'
import { createAuth } from '#services/auth/auth.ts'
import { type AuthConfig, authConfig } from '#services/auth/config.ts'
import { loadSigningKeys } from '#services/auth/keys.ts'
import { authAuditDeclarations } from './audit-declaration.ts'
import examples from './examples.json' with { type: 'json' }
import { authGuide } from './guide.ts'
import { userInbound } from './inbound.ts'
import { startMaintenance } from './maintenance.ts'
import { authMigrations } from './migrations.ts'
import { authPersonalData } from './personal-data.ts'
import reference from './reference.json' with { type: 'json' }
import { authRoutes } from './routes.ts'

export const auth: Module<AuthConfig> = {
  name: 'auth',
  config: authConfig,
  migrations: authMigrations,
  readModels: [clients, users, serviceAccounts, credentials, identities, authSessions],
  historyViews: authAuditDeclarations,
  personalData: authPersonalData,
  inbound: [userInbound],
  ...reference,
  examples,
  guide: authGuide,
  async start({ service, interactive }) {
    let maintenance: ReturnType<typeof startMaintenance> | undefined
    const { BOOTSTRAP_ADMIN_PASSWORD } = service.config
    const auth = createAuth(interactive, await loadSigningKeys(service.config))
    return {
      authenticator: auth,
      prepare: () => bootstrapAdmin(service, BOOTSTRAP_ADMIN_PASSWORD),
      routes: api => authRoutes(api, auth),
      jobs() {
        maintenance ??= startMaintenance(service)
        return { queues: [], overdueRules: [] }
      },
      async stop() {
        await maintenance?.stop()
        await auth.close()
      },
    }
  },
}
