import type { PasswordBinding } from '#domain/auth/password-binding.ts'
import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { Rejection } from '#values/errors.ts'
import { type IdentityEvent, identityStreams, type Provider } from './events.ts'

export type IdentityLink = PasswordBinding & { user_id: string; provider: Provider }

/** `isKnown`: it was linked before, so only its user can link it again. */
export type IdentityState = { link: IdentityLink | null; isKnown: boolean }

export type IdentityCommand =
  /** `by: 'address'` only makes a first link. `ended`: the earlier link if a password change has ended it. */
  | {
      type: 'link'
      by: 'user' | 'address'
      user_id: string
      provider: Provider
      password_changes: number
      ended: IdentityLink | null
    }
  | { type: 'unlink'; user_id: string }

export const identityDecider: Decider<IdentityCommand, IdentityState, IdentityEvent> = {
  initial: { link: null, isKnown: false },
  decide(command, { link, isKnown }) {
    const isOwn = link?.user_id === command.user_id
    if (command.type === 'unlink') {
      if (!isOwn) throw new Rejection('NOT_FOUND')
      return [{ type: 'IdentityUnlinked', data: {} }]
    }
    const { by, user_id, provider, password_changes, ended } = command
    if (isOwn && link.password_changes !== null && link.password_changes >= password_changes) return []
    if (by === 'address' && isKnown) throw new Rejection('AUTH_001')
    if (link !== null && !isOwn && !isSameLink(link, ended))
      throw new Rejection('CONFLICT', { reason: 'the provider account belongs to another user' })
    return [{ type: 'IdentityLinked', data: { user_id, provider, password_changes } }]
  },
  evolve(_, event) {
    if (event.type === 'IdentityUnlinked') return { link: null, isKnown: true }
    const { user_id, provider, password_changes = null } = event.data
    return { link: { user_id, provider, password_changes, registered_at: event.at }, isKnown: true }
  },
}

function isSameLink(link: IdentityLink, other: IdentityLink | null): boolean {
  return link.user_id === other?.user_id && link.registered_at === other.registered_at
}

export const identities = family(identityStreams, identityDecider)
