import type { PasswordBinding } from '#domain/auth/password-binding.ts'
import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { Rejection } from '#values/errors.ts'
import { type CredentialEvent, credentialStreams } from './events.ts'

export type CredentialRegistration = Extract<CredentialEvent, { type: 'CredentialRegistered' }>['data']

export type CredentialState =
  | { status: 'absent' }
  | (Omit<CredentialRegistration, 'password_changes'> &
      PasswordBinding & { status: 'active' | 'disabled' | 'removed'; failures: number })

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
  evolve(state, event) {
    if (event.type === 'CredentialRegistered') {
      const { password_changes = null } = event.data
      return { ...event.data, password_changes, registered_at: event.at, status: 'active', failures: 0 }
    }
    if (state.status === 'absent') return state
    switch (event.type) {
      case 'CredentialUsed':
        return { ...state, counter: event.data.counter, failures: 0 }
      case 'CredentialFailed':
        return { ...state, failures: state.failures + 1 }
      case 'CredentialDisabled':
        return { ...state, status: 'disabled' }
      case 'CredentialRemoved':
        return { ...state, status: 'removed' }
    }
  },
}

export const credentials = family(credentialStreams, credentialDecider)
