import { z } from 'zod'
import type { EventOf } from '#domain/auth/event-of.ts'

export const PROVIDERS = ['google', 'apple'] as const
export const Provider = z.enum(PROVIDERS)
export type Provider = z.infer<typeof Provider>

/** What happens to somebody's account with a login provider, in `identity-<uuid of provider and its subject>`. */
export const identityEvents = {
  /**
   * Logging in with this provider account means being this user from now on. `password_changes`: how often the user had changed
   * the password by then; missing in older events.
   */
  IdentityLinked: z.object({ user_id: z.string(), provider: Provider, password_changes: z.int().optional() }),
  /** Its user took it away. */
  IdentityUnlinked: z.object({}),
}
export type IdentityEvent = EventOf<typeof identityEvents>
