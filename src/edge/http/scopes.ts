export { ROLE_NAMES, type RoleName, SCOPES, type Scope, scopesOf } from '#domain/auth/roles.ts'
