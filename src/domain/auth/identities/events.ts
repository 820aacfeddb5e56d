import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { internal, plain, subject } from '#event-sourcing/field-classes.ts'
import { derivedUuid } from '#values/ids.ts'

export const PROVIDERS = ['google', 'apple'] as const
export const Provider = z.enum(PROVIDERS)
export type Provider = z.infer<typeof Provider>

/** An account with a login provider. */
const IdentityEvents = {
  /** `password_changes`: number before the link; missing in older events. */
  IdentityLinked: z.strictObject({
    user_id: subject(z.string()),
    provider: plain(Provider),
    password_changes: internal(z.int().optional()),
  }),
  IdentityUnlinked: z.strictObject({}),
}
export type IdentityEvent = EventOf<typeof IdentityEvents>

export const identityStreams = {
  ...category({ prefix: 'identity-', events: IdentityEvents }),
  id: (provider: Provider, sub: string) => derivedUuid('identity', provider, sub),
}
