import { LRUCache } from 'lru-cache'
import type { AgreedLimit, Tier } from '#domain/auth/clients/events.ts'
import { day, minute, type Plan, planOf } from '#edge/rate-limits/plans.ts'

/** Source: the spec, "General rate tiers". Tier C has no daily limit. */
export const TIER_PLANS: Record<Tier, Plan> = {
  A: planOf(minute(60), day(1_000)),
  B: planOf(minute(1_000), day(100_000)),
  C: planOf(minute(10_000)),
}
/** Per session. */
export const REFRESH_PLAN = planOf(minute(10))

/** Per service account. A token lasts an hour, so this allows a fleet to start at once, but not a login per request. */
export const SERVICE_ACCOUNT_LOGIN_PLAN = planOf(minute(60))

/** Keyed by the terms: a plan is the same object while its terms are the same. */
const agreedPlans = new LRUCache<string, Plan>({ max: 10_000 })

export function clientPlan({ tier, agreed_limit }: { tier: Tier; agreed_limit: AgreedLimit | null }): Plan {
  return agreed_limit === null ? TIER_PLANS[tier] : agreedPlan(agreed_limit)
}

function agreedPlan({ per_minute, per_day }: AgreedLimit): Plan {
  const terms = `${per_minute}/${per_day}`
  const known = agreedPlans.get(terms)
  if (known !== undefined) return known
  const plan = per_day === null ? planOf(minute(per_minute)) : planOf(minute(per_minute), day(per_day))
  agreedPlans.set(terms, plan)
  return plan
}
