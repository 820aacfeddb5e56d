import { z } from 'zod'
import type { EventOf } from '#domain/auth/event-of.ts'
import { ROLE_NAMES } from '#domain/auth/roles.ts'

/** What happens to a user, in `user-<user_id>`. Sealed texts belong to the subject `user:<user_id>`. */
export const userEvents = {
  /** Somebody got an account. `password_sealed` is a sealed argon2id hash, or null: no login by password. */
  UserRegistered: z.object({
    client_id: z.string(),
    role: z.enum(ROLE_NAMES),
    email_sealed: z.string(),
    password_sealed: z.string().nullable(),
  }),
  /** Another password is valid from now on; every open session ends, and so does every key and linked login of before. */
  PasswordChanged: z.object({ password_sealed: z.string() }),
  /** The same password, hashed with today's parameters. */
  PasswordRehashed: z.object({ password_sealed: z.string() }),
  /** Scopes follow at the next refresh. */
  UserRoleChanged: z.object({ role: z.enum(ROLE_NAMES) }),
  /** The user may not come in any more; every open session ends. */
  UserDisabled: z.object({}),
  UserEnabled: z.object({}),
  /** Every open session ends; nothing else changes. */
  UserSessionsRevoked: z.object({}),
}
export type UserEvent = EventOf<typeof userEvents>
