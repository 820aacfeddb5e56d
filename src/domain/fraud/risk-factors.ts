import type { FeatureGroup } from './feature-groups.ts'
import type { FraudLevel } from './levels.ts'
import { RULES, type RuleCode } from './rules.ts'

const GROUP_FACTORS = {
  amount: { code: 'amount_unusual', means: 'The amount is unusual for the user.' },
  velocity: {
    code: 'velocity_unusual',
    means: 'The number or the sum of recent transactions is unusually high.',
  },
  merchant: { code: 'merchant_risk', means: 'The merchant has known frauds or an unusual pattern of transactions.' },
  device: { code: 'device_risk', means: 'The device or its address is new for the user, or is used by other users.' },
  time: { code: 'time_unusual', means: 'The hour or the day of the week is typical of fraud.' },
  profile: {
    code: 'profile_risk',
    means: "The age of the user's history, earlier frauds or the operation type are typical of fraud.",
  },
} as const

const MODEL_UNAVAILABLE = {
  code: 'model_unavailable',
  means: 'The model was not available: the score is that of the rules alone.',
} as const

const LIST_FACTORS = {
  block: { code: 'list_block', means: "The transaction is on the client's block list." },
  allow: { code: 'list_allow', means: "The transaction is on the client's allow list." },
} as const

/** Codes are API: never rename one. */
export const RISK_FACTORS: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(RULES).map(([code, { means }]) => [code, means]),
  ...[...Object.values(LIST_FACTORS), ...Object.values(GROUP_FACTORS), MODEL_UNAVAILABLE].map(({ code, means }) => [
    code,
    means,
  ]),
])

/** Log-odds from which a group counts as a factor: odds of 1:1 become 5:3. */
const FACTOR_MIN = 0.5

type RiskFactorInput = {
  level: FraudLevel
  decision: 'allow' | 'block' | null
  fired: readonly RuleCode[]
  missing: readonly FeatureGroup[]
  /** Contributions to the margin, computed only above low; null without a model. */
  groups: (() => Readonly<Record<FeatureGroup, number>>) | null
}

/** Lists, then rules, then groups by weight. Empty only for the level low. */
export function riskFactorsOf({ level, decision, fired, missing, groups }: RiskFactorInput): string[] {
  const factors = [...(decision === null ? [] : [LIST_FACTORS[decision].code]), ...fired]
  if (groups === null) return [...factors, MODEL_UNAVAILABLE.code]
  if (level === 'low') return factors
  const added = groups()
  const applicable = (Object.keys(GROUP_FACTORS) as FeatureGroup[]).filter(group => !missing.includes(group))
  const ranked = applicable.sort((a, b) => added[b] - added[a])
  const significant = ranked.filter(group => added[group] >= FACTOR_MIN)
  const ofModel = significant.length === 0 && factors.length === 0 ? ranked.slice(0, 1) : significant
  return [...factors, ...ofModel.map(group => GROUP_FACTORS[group].code)]
}
