import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { Rejection } from '#values/errors.ts'
import { SESSION_LIFETIME_S, type SessionEvent, sessionStreams } from './events.ts'

/** A session ends this long after its last refresh. */
export const SESSION_IDLE_S = 14 * 86_400

type OpenedSession = Extract<SessionEvent, { type: 'SessionOpened' }>['data']
type KnownSession = OpenedSession & { status: 'open' | 'closed'; opened_at: string; used_at: string }

export type SessionState = { status: 'absent' } | KnownSession

export function isOpen(state: SessionState, now: Date): state is KnownSession {
  return (
    state.status === 'open' &&
    secondsSince(state.opened_at, now) < SESSION_LIFETIME_S &&
    secondsSince(state.used_at, now) < SESSION_IDLE_S
  )
}

export function secondsSince(at: string, now: Date): number {
  return (now.getTime() - Date.parse(at)) / 1_000
}

/** Refreshes within this time are recorded as one. */
const REFRESH_RECORD_INTERVAL_S = 60

export type SessionCommand =
  | ({ type: 'open' } & OpenedSession)
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
  evolve(state, { type, data, at }) {
    if (type === 'SessionOpened') return { ...data, status: 'open', opened_at: at, used_at: at }
    if (state.status === 'absent') return state
    if (type === 'SessionClosed') return { ...state, status: 'closed' }
    return type === 'SessionRefreshed' ? { ...state, used_at: at } : state
  },
}

export const sessions = family(sessionStreams, sessionDecider)
