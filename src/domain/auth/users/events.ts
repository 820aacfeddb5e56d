import { z } from 'zod'
import { ROLE_NAMES } from '#domain/auth/roles.ts'
import { category, type EventOf } from '#event-sourcing/category.ts'

/** What happens to a user, in `user-<user_id>`. Sealed texts belong to the subject `user:<user_id>`. */
const UserEvents = {
  /** Somebody got an account. `password_sealed` is a sealed argon2id hash, or null: no login by password. */
  UserRegistered: z.strictObject({
    client_id: z.string(),
    role: z.enum(ROLE_NAMES),
    email_sealed: z.string(),
    password_sealed: z.string().nullable(),
  }),
  /** Another password is valid from now on; every open session ends, and so does every key and linked login of before. */
  PasswordChanged: z.strictObject({ password_sealed: z.string() }),
  /** The same password, hashed with today's parameters. */
  PasswordRehashed: z.strictObject({ password_sealed: z.string() }),
  /** Scopes follow at the next refresh. */
  UserRoleChanged: z.strictObject({ role: z.enum(ROLE_NAMES) }),
  /** The user may not come in any more; every open session ends. */
  UserDisabled: z.strictObject({}),
  UserEnabled: z.strictObject({}),
  /** The person's data are gone; the address may be registered anew. */
  UserErased: z.strictObject({}),
  /** Every open session ends; nothing else changes. */
  UserSessionsRevoked: z.strictObject({}),
}
export type UserEvent = EventOf<typeof UserEvents>

export const userStreams = category({ prefix: 'user-', events: UserEvents })
