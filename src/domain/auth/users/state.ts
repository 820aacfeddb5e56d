import type { RoleName } from '#domain/auth/roles.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import type { UserEvent } from './events.ts'

type KnownUser = {
  status: 'active' | 'disabled'
  /** Until the address is registered again. */
  erased: boolean
  client_id: string
  role: RoleName
  email_sealed: string
  password_sealed: string | null
  /** A session is valid only in the generation in which it was opened. */
  generation: number
  /** Keys and linked logins are valid for one password only. */
  password_changes: number
  password_changed_at: string | null
  registered_at: string
}

export type UserState = { status: 'absent' } | KnownUser

const INITIAL_COUNTERS = { generation: 0, password_changes: 0, password_changed_at: null }

/** Ends all earlier sessions, keys and links. */
function nextGeneration({ generation, password_changes }: KnownUser, at: string) {
  return { generation: generation + 1, password_changes: password_changes + 1, password_changed_at: at }
}

export function evolve(state: UserState, event: Recorded<UserEvent>): UserState {
  if (event.type === 'UserRegistered') {
    const counters = state.status === 'absent' ? INITIAL_COUNTERS : nextGeneration(state, event.at)
    return { ...event.data, ...counters, status: 'active', erased: false, registered_at: event.at }
  }
  if (state.status === 'absent') return state
  switch (event.type) {
    case 'PasswordChanged':
      return { ...state, ...event.data, ...nextGeneration(state, event.at) }
    case 'PasswordRehashed':
    case 'UserRoleChanged':
      return { ...state, ...event.data }
    case 'UserDisabled':
      return { ...state, status: 'disabled', generation: state.generation + 1 }
    case 'UserErased':
      return { ...state, status: 'disabled', erased: true, generation: state.generation + 1 }
    case 'UserEnabled':
      return { ...state, status: 'active' }
    case 'UserSessionsRevoked':
      return { ...state, generation: state.generation + 1 }
  }
}
