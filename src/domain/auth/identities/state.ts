import type { PasswordBinding } from '#domain/auth/password-binding.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import type { IdentityEvent, Provider } from './events.ts'

export type IdentityLink = PasswordBinding & { user_id: string; provider: Provider }

/** `isKnown`: it was linked before, so only its user can link it again. */
export type IdentityState = { link: IdentityLink | null; isKnown: boolean }

export function evolve(_state: IdentityState, event: Recorded<IdentityEvent>): IdentityState {
  if (event.type === 'IdentityUnlinked') return { link: null, isKnown: true }
  const { user_id, provider, password_changes = null } = event.data
  return { link: { user_id, provider, password_changes, registered_at: event.at }, isKnown: true }
}
