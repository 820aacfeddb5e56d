import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'

export const LOGIN_METHODS = ['password', 'google', 'apple', 'biometric', 'webauthn'] as const
export const LoginMethod = z.enum(LOGIN_METHODS)
export type LoginMethod = z.infer<typeof LoginMethod>

/** In `session-<sid>`. */
const SessionEvents = {
  /** `generation` is the user's at the login. */
  SessionOpened: z.strictObject({
    user_id: z.string(),
    client_id: z.string(),
    generation: z.int(),
    method: LoginMethod,
    device_id: z.string().nullable(),
  }),
  /** Recorded at most once a minute. */
  SessionRefreshed: z.strictObject({}),
  SessionClosed: z.strictObject({ reason: z.enum(['logout']) }),
}
export type SessionEvent = EventOf<typeof SessionEvents>

export const sessionStreams = category({ prefix: 'session-', events: SessionEvents, unclassified: true })
