import type { Decider } from '#decider.ts'
import type { RoleName } from '#domain/auth/roles.ts'
import { Rejection } from '#errors.ts'
import type { UserEvent } from './events.ts'

type Known = {
  status: 'active' | 'disabled'
  client_id: string
  role: RoleName
  email_sealed: string
  password_sealed: string | null
  /** A session is valid only in the generation it was opened in. */
  generation: number
  /** How often the password was changed, and when for the last time: other ways to log in are good for one password only. */
  password_changes: number
  password_changed_at: string | null
  registered_at: string
}
export type UserState = { status: 'absent' } | Known

export type UserCommand =
  | { type: 'register'; client_id: string; role: RoleName; email_sealed: string; password_sealed: string | null }
  /** `generation`: the one in which the current password was shown; null when an administrator sets another. */
  | { type: 'change-password'; password_sealed: string; generation: number | null }
  | { type: 'rehash'; password_sealed: string; generation: number }
  | { type: 'change-role'; role: RoleName }
  | { type: 'disable' }
  | { type: 'enable' }
  | { type: 'revoke-sessions' }

export const users: Decider<UserCommand, UserState, UserEvent> = {
  initial: { status: 'absent' },
  decide(command, state) {
    if (command.type === 'register') {
      const { type: _, ...data } = command
      if (state.status !== 'absent') throw new Rejection('CONFLICT', { reason: 'the user exists' })
      return [{ type: 'UserRegistered', data }]
    }
    if (state.status === 'absent') throw new Rejection('NOT_FOUND')
    switch (command.type) {
      case 'change-password':
        // The password that was shown may be the one that an administrator has just replaced.
        if (command.generation !== null && command.generation !== state.generation) throw new Rejection('AUTH_001')
        return [{ type: 'PasswordChanged', data: { password_sealed: command.password_sealed } }]
      case 'rehash':
        if (command.generation !== state.generation) return []
        return [{ type: 'PasswordRehashed', data: { password_sealed: command.password_sealed } }]
      case 'change-role':
        return state.role === command.role ? [] : [{ type: 'UserRoleChanged', data: { role: command.role } }]
      case 'disable':
        return state.status === 'disabled' ? [] : [{ type: 'UserDisabled', data: {} }]
      case 'enable':
        return state.status === 'active' ? [] : [{ type: 'UserEnabled', data: {} }]
      case 'revoke-sessions':
        return [{ type: 'UserSessionsRevoked', data: {} }]
    }
  },
  evolve(state, event) {
    if (event.type === 'UserRegistered')
      return { ...event.data, ...untouched, status: 'active', registered_at: event.at }
    if (state.status === 'absent') return state
    switch (event.type) {
      case 'PasswordChanged':
        return {
          ...state,
          ...event.data,
          generation: state.generation + 1,
          password_changes: state.password_changes + 1,
          password_changed_at: event.at,
        }
      case 'PasswordRehashed':
      case 'UserRoleChanged':
        return { ...state, ...event.data }
      case 'UserDisabled':
        return { ...state, status: 'disabled', generation: state.generation + 1 }
      case 'UserEnabled':
        return { ...state, status: 'active' }
      case 'UserSessionsRevoked':
        return { ...state, generation: state.generation + 1 }
    }
  },
}

const untouched = { generation: 0, password_changes: 0, password_changed_at: null }
