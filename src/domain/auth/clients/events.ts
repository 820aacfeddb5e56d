import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { plain } from '#event-sourcing/field-classes.ts'

/** Source: the spec, "Limits". */
export const TIERS = ['A', 'B', 'C'] as const
export const Tier = z.enum(TIERS)
export type Tier = z.infer<typeof Tier>

/** Requests per minute and per UTC day that replace the tier's limits (null = no daily limit). */
export const AgreedLimit = z.object({ per_minute: z.int().min(1), per_day: z.int().min(1).nullable() })
export type AgreedLimit = z.infer<typeof AgreedLimit>

/** Message analyses per UTC calendar month that replace the tier's quota; null = no limit. */
export const SmsQuota = z.object({ per_month: z.int().min(1).nullable() })
export type SmsQuota = z.infer<typeof SmsQuota>

const Terms = z.strictObject(
  plain({
    name: z.string(),
    tier: Tier,
    agreed_limit: AgreedLimit.strict().nullable(),
    /** Missing in older events: unchanged, at first null. */
    sms_quota: SmsQuota.strict().nullable().optional(),
    /** Where the client's people live: ISO 3166-1, two capital letters. */
    country: z.string().nullable().optional(),
  }),
)

/** A client is an integrating organisation. */
const ClientEvents = {
  ClientRegistered: Terms,
  ClientTermsChanged: Terms,
  /** Its users can't log in any more. */
  ClientDisabled: z.strictObject({}),
  ClientEnabled: z.strictObject({}),
}
export type ClientEvent = EventOf<typeof ClientEvents>

export const clientStreams = category({ prefix: 'client-', events: ClientEvents })
