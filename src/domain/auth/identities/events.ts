import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { derivedUuid } from '#values/ids.ts'

export const PROVIDERS = ['google', 'apple'] as const
export const Provider = z.enum(PROVIDERS)
export type Provider = z.infer<typeof Provider>

/** What happens to somebody's account with a login provider, in `identity-<uuid of provider and its subject>`. */
const IdentityEvents = {
  /**
   * Logging in with this provider account means being this user from now on. `password_changes`: how often the user had changed
   * the password by then; missing in older events.
   */
  IdentityLinked: z.strictObject({ user_id: z.string(), provider: Provider, password_changes: z.int().optional() }),
  /** Its user took it away. */
  IdentityUnlinked: z.strictObject({}),
}
export type IdentityEvent = EventOf<typeof IdentityEvents>

export const identityStreams = {
  ...category({ prefix: 'identity-', events: IdentityEvents }),
  /** The stream's id of an account with a provider, by the provider's own name of it. */
  id: (provider: Provider, sub: string) => derivedUuid('identity', provider, sub),
}
