import { z } from 'zod'
import type { EventOf } from '#domain/auth/event-of.ts'

export const LOGIN_METHODS = ['password', 'google', 'apple', 'biometric', 'webauthn'] as const
export const LoginMethod = z.enum(LOGIN_METHODS)
export type LoginMethod = z.infer<typeof LoginMethod>

/** What happens to a session, in `session-<sid>`. */
export const sessionEvents = {
  /** A user proved who they are. `generation` is the user's at that moment. */
  SessionOpened: z.object({
    user_id: z.string(),
    client_id: z.string(),
    generation: z.int(),
    method: LoginMethod,
    device_id: z.string().nullable(),
  }),
  /** A new access token was fetched; recorded at most once a minute. */
  SessionRefreshed: z.object({}),
  /** The session can't be used any more. */
  SessionClosed: z.object({ reason: z.enum(['logout']) }),
}
export type SessionEvent = EventOf<typeof sessionEvents>
