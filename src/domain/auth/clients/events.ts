import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'

/** Rate tiers; source: the spec, "Limits". */
export const TIERS = ['A', 'B', 'C'] as const
export const Tier = z.enum(TIERS)
export type Tier = z.infer<typeof Tier>

/** Limits agreed with one client in place of its tier's: requests per minute and per UTC day (null = no daily limit). */
export const AgreedLimit = z.object({ per_minute: z.int().min(1), per_day: z.int().min(1).nullable() })
export type AgreedLimit = z.infer<typeof AgreedLimit>

/** Analyses of messages in a calendar month (UTC) agreed with one client in place of its tier's; null = no limit. */
export const SmsQuota = z.object({ per_month: z.int().min(1).nullable() })
export type SmsQuota = z.infer<typeof SmsQuota>

const Terms = z.strictObject({
  name: z.string(),
  tier: Tier,
  agreed_limit: AgreedLimit.strict().nullable(),
  /** Missing where they were written before there were any: then they are as before, at first null. */
  sms_quota: SmsQuota.strict().nullable().optional(),
  /** Where the client's people are, ISO 3166-1 in two capital letters. */
  country: z.string().nullable().optional(),
})

/** What happens to a client (an integrating organisation), in `client-<client_id>`. */
const ClientEvents = {
  /** An organisation was onboarded. */
  ClientRegistered: Terms,
  /** Its name, its limits or its country are these from now on. */
  ClientTermsChanged: Terms,
  /** None of its users may come in any more. */
  ClientDisabled: z.strictObject({}),
  ClientEnabled: z.strictObject({}),
}
export type ClientEvent = EventOf<typeof ClientEvents>

export const clientStreams = category({ prefix: 'client-', events: ClientEvents })
