import type { Recorded } from '#event-sourcing/decider.ts'
import type { LoginMethod, SessionEvent } from './events.ts'

/** The longest life of a session. */
export const SESSION_LIFETIME_S = 30 * 86_400

/** A session ends this long after its last refresh. */
export const SESSION_IDLE_S = 14 * 86_400

type KnownSession = {
  status: 'open' | 'closed'
  user_id: string
  client_id: string
  generation: number
  method: LoginMethod
  opened_at: string
  used_at: string
}

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

export function evolve(state: SessionState, event: Recorded<SessionEvent>): SessionState {
  if (event.type === 'SessionOpened') return { ...event.data, status: 'open', opened_at: event.at, used_at: event.at }
  if (state.status === 'absent') return state
  switch (event.type) {
    case 'SessionRefreshed':
      return { ...state, used_at: event.at }
    case 'SessionClosed':
      return { ...state, status: 'closed' }
  }
}
