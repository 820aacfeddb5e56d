import { isDeepStrictEqual } from 'node:util'
import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { Rejection } from '#values/errors.ts'
import type { Operation } from '../history.ts'
import { ALERT_THRESHOLD, DEFAULT_RECOMMENDATIONS, type FraudLevel, type Recommendation } from '../levels.ts'
import { type Policy, type PolicyEvent, policyStreams } from './events.ts'

/** `expected`: the version that the caller has read; null = any. */
export type PolicyCommand = { type: 'set'; client_id: string; policy: Policy; expected: number | null }

export type PolicyState = { version: number; policy: Policy; set_at: string | null; set_by: string | null }

export const NO_POLICY: Policy = {
  alert_thresholds: { default: null, by_operation: {}, by_category: {} },
  recommendations: {},
  escalation_threshold: null,
}

const policyDecider: Decider<PolicyCommand, PolicyState, PolicyEvent> = {
  initial: { version: 0, policy: NO_POLICY, set_at: null, set_by: null },

  decide({ client_id, policy, expected }, { version, policy: present }) {
    if (expected !== null && expected !== version)
      throw new Rejection('CONFLICT', { field: 'version', reason: 'is not the present one', version })
    if (isDeepStrictEqual(policy, present)) return []
    return [{ type: 'PolicySet', data: { client_id, version: version + 1, policy } }]
  },

  evolve: (_, { data: { version, policy }, at, metadata }) => ({
    version,
    policy,
    set_at: at,
    set_by: metadata.actor.sub,
  }),
}

export const policies = family(policyStreams, policyDecider)

/** The most specific one: category, operation, the client's default, the service's default. */
export function thresholdOf(
  policy: Policy,
  { operation, category }: { operation: Operation; category: string | null },
): number {
  const { by_category, by_operation } = policy.alert_thresholds
  const ofCategory = category !== null && Object.hasOwn(by_category, category) ? by_category[category] : undefined
  return ofCategory ?? by_operation[operation] ?? globalThresholdOf(policy)
}

export function globalThresholdOf({ alert_thresholds }: Policy): number {
  return alert_thresholds.default ?? ALERT_THRESHOLD
}

export function recommendedBy({ recommendations }: Policy, level: FraudLevel): Recommendation {
  return recommendations[level] ?? DEFAULT_RECOMMENDATIONS[level]
}
