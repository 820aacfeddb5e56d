import type { RouteScope } from '#http/api.ts'
import type { ErrorCode } from '#values/errors.ts'

export const tags = ['notifications']
/** The rate limit of the client's tier, with the error code of this module. */
export const rateLimit = { limit: { name: 'tier', code: 'NOTIF_007' } } as const

/** `errors`: in addition to those of every route. */
export function notificationOperation<Schema extends object>(
  scope: RouteScope,
  errors: readonly ErrorCode[],
  schema: Schema,
) {
  return { config: { ...rateLimit, scope, errors }, schema: { tags, ...schema } }
}
