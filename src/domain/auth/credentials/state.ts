import type { PasswordBinding } from '#domain/auth/password-binding.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import type { CredentialEvent } from './events.ts'

export type CredentialRegistration = Extract<CredentialEvent, { type: 'CredentialRegistered' }>['data']

type KnownCredential = Omit<CredentialRegistration, 'password_changes'> &
  PasswordBinding & {
    status: 'active' | 'disabled' | 'removed'
    failures: number
  }

export type CredentialState = { status: 'absent' } | KnownCredential

export function evolve(state: CredentialState, event: Recorded<CredentialEvent>): CredentialState {
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
}
