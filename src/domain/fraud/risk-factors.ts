import type { FeatureGroup } from './feature-groups.ts'
import type { FraudLevel } from './levels.ts'
import { RULES, type RuleCode } from './rules.ts'

const GROUP_FACTORS = {
  amount: { code: 'amount_unusual', means: 'The amount is not what the user usually moves.' },
  velocity: {
    code: 'velocity_unusual',
    means: 'There are more transactions, or more money, in a short time than usual.',
  },
  merchant: { code: 'merchant_risk', means: 'Frauds with the merchant became known, or its transactions changed.' },
  device: { code: 'device_risk', means: 'The device or its address is new to the user, or is seen with others.' },
  time: { code: 'time_unusual', means: 'The hour or the day speaks for it.' },
  profile: {
    code: 'profile_risk',
    means: "The user's age here, earlier frauds or the kind of transaction speak for it.",
  },
} as const

const MODEL_UNAVAILABLE = {
  code: 'model_unavailable',
  means: 'The model could not answer: the score is that of the rules alone.',
} as const

const LIST_FACTORS = {
  block: { code: 'list_block', means: "It stands on the client's block list." },
  allow: { code: 'list_allow', means: "It stands on the client's allow list." },
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
  /** Groups that the transaction has no values for. */
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
