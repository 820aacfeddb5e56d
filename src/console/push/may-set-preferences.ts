import { user } from '../api.ts'

/** Other roles than these see notifications and not the settings of the client. */
const ROLES: readonly string[] = ['admin', 'integrator']

export function maySetPreferences(): boolean {
  return ROLES.includes(user.value?.role ?? '')
}
