import { can, user } from '../api.ts'
import type { ApiOperation } from './operation.ts'

/** Whether the user gets no AUTH_003 for it. */
export function isOpen({ scope, roles, isPlatformOnly }: ApiOperation): boolean {
  if (user.value === null) return false
  const { role, is_platform } = user.value
  const hasScope = scope === null || can(scope)
  return hasScope && (roles === null || roles.includes(role)) && (!isPlatformOnly || is_platform)
}
