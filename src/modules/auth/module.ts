import { bootstrapAdmin } from '#commands/auth/bootstrap-admin.ts'
import type { Module } from '#module.ts'
import { clients } from '#projections/auth/clients.ts'
import { credentials } from '#projections/auth/credentials.ts'
import { identities } from '#projections/auth/identities.ts'
import { serviceAccounts } from '#projections/auth/service-accounts.ts'
import { users } from '#projections/auth/users.ts'
import { createAuth } from '#services/auth/auth.ts'
import { loadKeys } from '#services/auth/keys.ts'
import { accountExamples } from './account-examples.ts'
import { authAudited } from './audited.ts'
import { authGuide } from './guide.ts'
import { loginExamples } from './login-examples.ts'
import { authMigrations } from './migrations.ts'
import { authPersonal } from './personal.ts'
import { authRoutes } from './routes.ts'
import { serviceAccountExamples } from './service-account-examples.ts'

export const auth: Module = {
  name: 'auth',
  migrations: authMigrations,
  readModels: [clients, users, serviceAccounts, credentials, identities],
  facts: authAudited,
  personal: authPersonal,
  examples: { ...loginExamples, ...accountExamples, ...serviceAccountExamples },
  guide: authGuide,
  async start({ service, answering }) {
    const { BOOTSTRAP_ADMIN_PASSWORD } = service.config
    const auth = createAuth(answering, await loadKeys(service.config))
    return {
      gate: auth,
      prepare: () => bootstrapAdmin(service, BOOTSTRAP_ADMIN_PASSWORD),
      routes: api => authRoutes(api, auth),
      stop: () => auth.close(),
    }
  },
}
