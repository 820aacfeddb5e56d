import { assertCanAdminister } from '#domain/auth/platform.ts'
import type { RoleName } from '#domain/auth/roles.ts'
import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { Rejection } from '#values/errors.ts'
import { type UserEvent, userStreams } from './events.ts'

type RegisteredUser = Extract<UserEvent, { type: 'UserRegistered' }>['data']
type KnownUser = RegisteredUser & {
  display_name_sealed: string | null
  status: 'active' | 'disabled'
  /** Until the address is registered again. */
  erased: boolean
  /** A session is valid only in the generation in which it was opened. */
  generation: number
  /** Keys and linked logins are valid for one password only. */
  password_changes: number
  password_changed_at: string | null
  registered_at: string
}

export type UserState = { status: 'absent' } | KnownUser

const INITIAL_COUNTERS = { generation: 0, password_changes: 0, password_changed_at: null }

function nextGeneration({ generation, password_changes }: KnownUser, at: string) {
  return { generation: generation + 1, password_changes: password_changes + 1, password_changed_at: at }
}

/** The caller's client, null for the service itself. */
type AdminCommand = { client_id: string | null }

export type UserCommand =
  | ({ type: 'register'; display_name_sealed: string | null } & RegisteredUser)
  /** `generation`: that of the current password which was checked; null for an administrator's reset. */
  | (AdminCommand & { type: 'change_password'; password_sealed: string; generation: number | null })
  | { type: 'rehash'; password_sealed: string; generation: number }
  | (AdminCommand & { type: 'change_role'; role: RoleName })
  | (AdminCommand & { type: 'change_display_name'; display_name_sealed: string | null })
  | (AdminCommand & { type: 'disable' | 'enable' | 'revoke_sessions' })
  /** Part of an erasure. */
  | { type: 'erase' }

/** They need personal data, which an erased user no longer has, or would add some. */
const FOR_KNOWN_PERSONS: ReadonlySet<UserCommand['type']> = new Set([
  'change_password',
  'change_display_name',
  'enable',
])

export const userDecider: Decider<UserCommand, UserState, UserEvent> = {
  initial: { status: 'absent' },
  decide(command, state) {
    if (command.type === 'register') {
      const { type: _, display_name_sealed, ...data } = command
      if (state.status !== 'absent' && !state.erased) throw new Rejection('CONFLICT', { reason: 'the user exists' })
      const registered = { type: 'UserRegistered', data } as const
      if (display_name_sealed === null) return [registered]
      return [registered, { type: 'UserDisplayNameChanged', data: { display_name_sealed } }]
    }
    if (state.status === 'absent') throw new Rejection('NOT_FOUND')
    if ('client_id' in command) assertCanAdminister(command, state.client_id)
    if (state.erased && FOR_KNOWN_PERSONS.has(command.type))
      throw new Rejection('CONFLICT', { reason: 'the user was erased: register the address again' })
    switch (command.type) {
      case 'erase':
        return state.erased ? [] : [{ type: 'UserErased', data: {} }]
      case 'change_password':
        // An administrator may have replaced the password since it was checked.
        if (command.generation !== null && command.generation !== state.generation) throw new Rejection('AUTH_001')
        return [{ type: 'PasswordChanged', data: { password_sealed: command.password_sealed } }]
      case 'rehash':
        if (command.generation !== state.generation) return []
        return [{ type: 'PasswordRehashed', data: { password_sealed: command.password_sealed } }]
      case 'change_role':
        return state.role === command.role ? [] : [{ type: 'UserRoleChanged', data: { role: command.role } }]
      case 'change_display_name':
        return [{ type: 'UserDisplayNameChanged', data: { display_name_sealed: command.display_name_sealed } }]
      case 'disable':
        return state.status === 'disabled' ? [] : [{ type: 'UserDisabled', data: {} }]
      case 'enable':
        return state.status === 'active' ? [] : [{ type: 'UserEnabled', data: {} }]
      case 'revoke_sessions':
        return [{ type: 'UserSessionsRevoked', data: {} }]
    }
  },
  evolve(state, { type, data, at }) {
    if (type === 'UserRegistered') {
      const counters = state.status === 'absent' ? INITIAL_COUNTERS : nextGeneration(state, at)
      return { ...data, ...counters, display_name_sealed: null, status: 'active', erased: false, registered_at: at }
    }
    if (state.status === 'absent') return state
    switch (type) {
      case 'PasswordChanged':
        return { ...state, ...data, ...nextGeneration(state, at) }
      case 'PasswordRehashed':
      case 'UserRoleChanged':
      case 'UserDisplayNameChanged':
        return { ...state, ...data }
      case 'UserDisabled':
        return { ...state, status: 'disabled', generation: state.generation + 1 }
      case 'UserErased':
        return { ...state, status: 'disabled', erased: true, generation: state.generation + 1 }
      case 'UserEnabled':
        return { ...state, status: 'active' }
      case 'UserSessionsRevoked':
        return { ...state, generation: state.generation + 1 }
    }
  },
}

export const users = family(userStreams, userDecider)
