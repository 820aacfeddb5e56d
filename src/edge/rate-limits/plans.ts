import { LRUCache } from 'lru-cache'
import type { AgreedLimit, Tier } from '#domain/auth/clients/events.ts'

/** One fixed window: `limit` requests in `seconds`, aligned to the Unix epoch (a day is a UTC day). */
export type Window = { name: 'second' | 'minute' | 'day'; seconds: number; limit: number }

/** What a key may do; the shortest window first. At the edge of a window twice its limit can pass in a short time. */
export type Plan = {
  /** Part of the counter's name: with other terms a client is counted anew, so a raised limit holds at once on every instance. */
  id: string
  windows: readonly [Window, ...Window[]]
  /** The `RateLimit-Policy` header (IETF draft-ietf-httpapi-ratelimit-headers). */
  policy: string
}

/** Which limit a route counts against: the client's tier, or a module's own in its place (spec, "Limits"). */
export type LimitName = 'tier' | 'realtime' | 'batch' | 'sms' | 'none'

const second = (limit: number): Window => ({ name: 'second', seconds: 1, limit })
const minute = (limit: number): Window => ({ name: 'minute', seconds: 60, limit })
const day = (limit: number): Window => ({ name: 'day', seconds: 86_400, limit })

function plan(...windows: [Window, ...Window[]]): Plan {
  const id = windows.map(({ limit, seconds }) => `${limit}/${seconds}`).join(',')
  return {
    id,
    windows,
    policy: windows.map(({ name, limit, seconds }) => `"${name}";q=${limit};w=${seconds}`).join(', '),
  }
}

/** Source: the spec, "General rate tiers". Tier C has no daily limit. */
const TIER_PLANS: Record<Tier, Plan> = {
  A: plan(minute(60), day(1_000)),
  B: plan(minute(1_000), day(100_000)),
  C: plan(minute(10_000)),
}
/** Source: the spec, "Fraud real-time" and "Fraud batch". */
const REALTIME_PLAN = plan(second(1_000))
const BATCH_PLAN = plan(minute(100))
/** Callers without a valid token, per address: logins of an office behind one address fit, guessing does not. */
export const ADDRESS_PLAN = plan(minute(600))
/** Refreshes per session. */
export const REFRESH_PLAN = plan(minute(10))

type Client = { client_id: string; tier: Tier; agreed_limit: AgreedLimit | null }

/** By the terms themselves: a plan is one object for as long as the terms are the same. */
const agreedPlans = new LRUCache<string, Plan>({ max: 10_000 })

/**
 * The counter and the limit of a client's request. A client's tokens share its counters; a module limit has a counter of
 * its own. The SMS quota is per application: the tier's numbers, counted apart (the spec names no number).
 */
export function planFor(limit: Exclude<LimitName, 'none'>, client: Client): { key: string; plan: Plan } {
  const plan = planOf(limit, client)
  return { key: `${limit}:${client.client_id}:${plan.id}`, plan }
}

function planOf(limit: Exclude<LimitName, 'none'>, { tier, agreed_limit }: Client): Plan {
  if (limit === 'realtime') return REALTIME_PLAN
  if (limit === 'batch') return BATCH_PLAN
  return agreed_limit === null ? TIER_PLANS[tier] : agreedPlan(agreed_limit)
}

function agreedPlan({ per_minute, per_day }: AgreedLimit): Plan {
  const terms = `${per_minute}/${per_day}`
  const known = agreedPlans.get(terms)
  if (known !== undefined) return known
  const made = per_day === null ? plan(minute(per_minute)) : plan(minute(per_minute), day(per_day))
  agreedPlans.set(terms, made)
  return made
}
