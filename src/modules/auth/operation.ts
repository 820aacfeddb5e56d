import type { RouteScope } from '#http/api.ts'
import type { ErrorCode } from '#values/errors.ts'
import texts from './operations.json' with { type: 'json' }

type OperationId = keyof typeof texts

/** `errors`: in addition to those of every route. A schema may bring its own description. */
export function authOperation<Schema extends object>(
  operationId: OperationId,
  scope: RouteScope,
  errors: readonly ErrorCode[],
  schema: Schema,
) {
  return { config: { scope, errors }, schema: { tags: ['auth'], operationId, ...texts[operationId], ...schema } }
}

/** An operation of administrators. */
export function adminOperation<Schema extends object>(
  operationId: OperationId,
  errors: readonly ErrorCode[],
  schema: Schema,
) {
  const { config, schema: described } = authOperation(operationId, 'users:admin', errors, schema)
  return { config, schema: { ...described, tags: ['admin'] } }
}
