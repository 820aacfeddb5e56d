import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { personal, plain, subject } from '#event-sourcing/field-classes.ts'

export const LOGIN_METHODS = ['password', 'google', 'apple', 'biometric', 'webauthn'] as const
export const LoginMethod = z.enum(LOGIN_METHODS)
export type LoginMethod = z.infer<typeof LoginMethod>

/** From the login; whatever is done in it. */
export const SESSION_LIFETIME_S = 30 * 86_400

const SessionEvents = {
  /** `generation` is the user's at the login. */
  SessionOpened: z.strictObject({
    user_id: subject(z.string()),
    ...plain({ client_id: z.string(), generation: z.int(), method: LoginMethod }),
    device_id: personal(z.string().nullable()),
  }),
  SessionRefreshed: z.strictObject({}),
  SessionClosed: z.strictObject({ reason: plain(z.enum(['logout'])) }),
}
export type SessionEvent = EventOf<typeof SessionEvents>

export const sessionStreams = category({ prefix: 'session-', events: SessionEvents })
