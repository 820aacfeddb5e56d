import { z } from 'zod'
import { ROLE_NAMES } from '#domain/auth/roles.ts'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { plain, sealed } from '#event-sourcing/field-classes.ts'

/** Sealed texts belong to the subject `user:<user_id>`. */
const UserEvents = {
  /** `password_sealed` is a sealed argon2id hash; null = no login by password. */
  UserRegistered: z.strictObject({
    ...plain({ client_id: z.string(), role: z.enum(ROLE_NAMES) }),
    email_sealed: sealed('email'),
    password_sealed: sealed('password', { isDisclosed: false }).nullable(),
  }),
  /** Every session, key and linked login ends. */
  PasswordChanged: z.strictObject({ password_sealed: sealed('password', { isDisclosed: false }) }),
  /** The same password, hashed with current parameters. */
  PasswordRehashed: z.strictObject({ password_sealed: sealed('password', { isDisclosed: false }) }),
  /** The next refresh of a session applies the new scopes. */
  UserRoleChanged: z.strictObject({ role: plain(z.enum(ROLE_NAMES)) }),
  /** The user can't log in any more, and every session ends. */
  UserDisabled: z.strictObject({}),
  UserEnabled: z.strictObject({}),
  /** The person was erased; the address can be registered again. */
  UserErased: z.strictObject({}),
  /** The name that colleagues see in place of the id; null = none. */
  UserDisplayNameChanged: z.strictObject({ display_name_sealed: sealed('display_name').nullable() }),
  /** Every session ends. */
  UserSessionsRevoked: z.strictObject({}),
}
export type UserEvent = EventOf<typeof UserEvents>

export const userStreams = category({ prefix: 'user-', events: UserEvents })
