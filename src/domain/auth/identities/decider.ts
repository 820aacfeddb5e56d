import type { Decider } from '#decider.ts'
import { Rejection } from '#errors.ts'
import type { IdentityEvent, Provider } from './events.ts'

export type IdentityState = { user_id: string | null }
export type IdentityCommand = { type: 'link'; user_id: string; provider: Provider }

export const identities: Decider<IdentityCommand, IdentityState, IdentityEvent> = {
  initial: { user_id: null },
  decide({ user_id, provider }, state) {
    if (state.user_id === user_id) return []
    if (state.user_id !== null)
      throw new Rejection('CONFLICT', { reason: 'the provider account belongs to another user' })
    return [{ type: 'IdentityLinked', data: { user_id, provider } }]
  },
  evolve: (_state, event) => ({ user_id: event.data.user_id }),
}
