import type { RouteScope } from '#http/api.ts'
import type { ErrorCode } from '#values/errors.ts'
import texts from './operations.json' with { type: 'json' }

export const tags = ['notifications']
/** The rate limit of the client's tier, with the error code of this module. */
export const rateLimit = { limit: { name: 'tier', code: 'NOTIF_007' } } as const

/** `errors`: in addition to those of every route. A schema may bring its own description. */
export function notificationOperation<Schema extends object>(
  operationId: keyof typeof texts,
  scope: RouteScope,
  errors: readonly ErrorCode[],
  schema: Schema,
) {
  return { config: { ...rateLimit, scope, errors }, schema: { tags, operationId, ...texts[operationId], ...schema } }
}
