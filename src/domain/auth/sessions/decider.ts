import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { Rejection } from '#values/errors.ts'
import { type LoginMethod, type SessionEvent, sessionStreams } from './events.ts'
import { evolve, isOpen, type SessionState, secondsSince } from './state.ts'

/** Refreshes within this time are recorded as one. */
const REFRESH_RECORD_INTERVAL_S = 60

export type SessionCommand =
  | {
      type: 'open'
      user_id: string
      client_id: string
      generation: number
      method: LoginMethod
      device_id: string | null
    }
  /** `user_id`: the token's; another user's session is refused. */
  | { type: 'refresh'; user_id: string; now: Date }
  | { type: 'close'; user_id: string }

export const sessionDecider: Decider<SessionCommand, SessionState, SessionEvent> = {
  initial: { status: 'absent' },
  decide(command, state) {
    switch (command.type) {
      case 'open': {
        const { type: _, ...data } = command
        if (state.status !== 'absent') throw new Rejection('CONFLICT', { reason: 'the session exists' })
        return [{ type: 'SessionOpened', data }]
      }
      case 'refresh':
        if (!isOpen(state, command.now) || state.user_id !== command.user_id) throw new Rejection('AUTH_001')
        return secondsSince(state.used_at, command.now) < REFRESH_RECORD_INTERVAL_S
          ? []
          : [{ type: 'SessionRefreshed', data: {} }]
      case 'close':
        if (state.status !== 'absent' && state.user_id !== command.user_id) throw new Rejection('AUTH_001')
        return state.status === 'open' ? [{ type: 'SessionClosed', data: { reason: 'logout' } }] : []
    }
  },
  evolve,
}

export const sessions = family(sessionStreams, sessionDecider)
