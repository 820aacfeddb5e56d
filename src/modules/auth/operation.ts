import type { RouteScope } from '#http/api.ts'
import type { ErrorCode } from '#values/errors.ts'

/** `errors`: in addition to those of every route. */
export function authOperation<Schema extends object>(scope: RouteScope, errors: readonly ErrorCode[], schema: Schema) {
  return { config: { scope, errors }, schema: { tags: ['auth'], ...schema } }
}

/** Only for administrators of the client that runs the service. */
export function platformOperation<Schema extends object>(errors: readonly ErrorCode[], schema: Schema) {
  const { config, schema: whole } = adminOperation(errors, schema)
  return { config: { ...config, isPlatformOnly: true }, schema: whole }
}

export function adminOperation<Schema extends object>(errors: readonly ErrorCode[], schema: Schema) {
  return { config: { scope: 'users:admin' as const, errors }, schema: { tags: ['admin'], ...schema } }
}
