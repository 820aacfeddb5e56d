import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { Rejection } from '#values/errors.ts'
import { type CredentialEvent, credentialStreams } from './events.ts'
import { type CredentialRegistration, type CredentialState, evolve } from './state.ts'

/** Wrong signatures in a row that disable a credential. */
export const CREDENTIAL_FAILURES_MAX = 5

export type CredentialCommand =
  /** `ended`: the time of the earlier registration if a password change has ended it. */
  | ({ type: 'register'; ended: string | null } & CredentialRegistration)
  | { type: 'use'; counter: number }
  | { type: 'fail' }
  /** `user_id`: the caller; another user's key is NOT_FOUND. */
  | { type: 'remove'; user_id: string }

export const credentialDecider: Decider<CredentialCommand, CredentialState, CredentialEvent> = {
  initial: { status: 'absent' },
  decide(command, state) {
    if (command.type === 'register') {
      const { type: _, ended, ...data } = command
      if (state.status !== 'absent' && state.registered_at !== ended)
        throw new Rejection('CONFLICT', { reason: 'the credential is registered already' })
      return [{ type: 'CredentialRegistered', data }]
    }
    if (state.status === 'absent' || state.status === 'removed') throw new Rejection('NOT_FOUND')
    switch (command.type) {
      case 'use': {
        if (state.status !== 'active') throw new Rejection('AUTH_001')
        const { counter } = command
        // An authenticator with a counter never repeats a number: a repeat means that it was copied.
        if (counter <= state.counter && (counter > 0 || state.counter > 0)) throw new Rejection('AUTH_001')
        return [{ type: 'CredentialUsed', data: { counter } }]
      }
      case 'fail': {
        if (state.status !== 'active') return []
        const failed: CredentialEvent[] = [{ type: 'CredentialFailed', data: {} }]
        return state.failures + 1 < CREDENTIAL_FAILURES_MAX
          ? failed
          : [...failed, { type: 'CredentialDisabled', data: {} }]
      }
      case 'remove':
        if (state.user_id !== command.user_id) throw new Rejection('NOT_FOUND')
        return [{ type: 'CredentialRemoved', data: {} }]
    }
  },
  evolve,
}

export const credentials = family(credentialStreams, credentialDecider)
