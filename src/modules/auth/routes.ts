import type { Api } from '#http/api.ts'
import type { Auth } from '#services/auth/auth.ts'
import { adminRoutes } from './admin-routes.ts'
import { passwordlessLoginRoutes } from './passwordless-login-routes.ts'
import { serviceAccountRoutes } from './service-account-routes.ts'
import { sessionListRoutes } from './session-list-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { userNameRoutes } from './user-name-routes.ts'

export function authRoutes(api: Api, auth: Auth): void {
  sessionRoutes(api, auth)
  sessionListRoutes(api, auth)
  passwordlessLoginRoutes(api, auth)
  userNameRoutes(api, auth)
  adminRoutes(api, auth)
  serviceAccountRoutes(api, auth)
}
