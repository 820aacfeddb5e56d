import type { Answer } from '../../../client/types.ts'

export type PolicyAnswer = Answer<'getFraudPolicy'>
export type PolicyValues = Pick<PolicyAnswer, 'alert_thresholds' | 'recommendations' | 'escalation_threshold'>

export const OPERATION_TYPES = ['transfer', 'payment', 'withdrawal', 'deposit', 'refund'] as const
export const POLICY_LEVELS = ['low', 'medium', 'high', 'critical'] as const
export const POLICY_RECOMMENDATIONS = ['approve', 'review', 'challenge', 'deny'] as const

/** What holds where a policy has no value. A test holds this against the service's own. */
export const POLICY_DEFAULTS = {
  alert: 0.6,
  escalation: 0.85,
  recommendations: { low: 'approve', medium: 'review', high: 'challenge', critical: 'deny' },
} as const

export type PolicySetting = { name: string; value: string }

/** All settings of a policy in words, merchant categories last. */
export function settingsOf({ alert_thresholds, recommendations, escalation_threshold }: PolicyValues): PolicySetting[] {
  const { default: general, by_operation, by_category } = alert_thresholds
  const byDefault = (value: number | string) => `${value} (the default)`
  return [
    { name: 'Alert from the score', value: String(general ?? byDefault(POLICY_DEFAULTS.alert)) },
    { name: 'Escalation from', value: String(escalation_threshold ?? byDefault(POLICY_DEFAULTS.escalation)) },
    ...OPERATION_TYPES.map(type => ({
      name: `Alert of a ${type} from`,
      value: String(by_operation[type] ?? 'as all others'),
    })),
    ...POLICY_LEVELS.map(level => ({
      name: `Recommendation, level ${level}`,
      value: recommendations[level] ?? byDefault(POLICY_DEFAULTS.recommendations[level]),
    })),
    ...Object.entries(by_category).map(([category, value]) => ({
      name: `Alert, merchant category ${category}, from`,
      value: String(value),
    })),
  ]
}

export type PolicyChange = { name: string; before: string; after: string }

/** What differs between two policies, by setting. */
export function changesOf(before: PolicyValues, after: PolicyValues): PolicyChange[] {
  const [old, given] = [before, after].map(
    policy => new Map(settingsOf(policy).map(({ name, value }) => [name, value])),
  )
  return [...new Set([...old!.keys(), ...given!.keys()])]
    .map(name => ({ name, before: old!.get(name) ?? NONE, after: given!.get(name) ?? NONE }))
    .filter(({ before, after }) => before !== after)
}

const NONE = 'as all others'

/** A setting that one of two people changed. `isBoth`: both did, and not to the same value. */
export type PolicyConflict = { name: string; base: string; theirs: string; mine: string; isBoth: boolean }

export function conflictsOf(base: PolicyValues, theirs: PolicyValues, mine: PolicyValues): PolicyConflict[] {
  const [their, my] = [changesOf(base, theirs), changesOf(base, mine)]
  return [...new Set([...their, ...my].map(({ name }) => name))].map(name => {
    const [other, own] = [their, my].map(changes => changes.find(change => change.name === name))
    const before = (other ?? own)!.before
    const [theirValue, myValue] = [other?.after ?? before, own?.after ?? before]
    const isBoth = other !== undefined && own !== undefined && theirValue !== myValue
    return { name, base: before, theirs: theirValue, mine: myValue, isBoth }
  })
}
