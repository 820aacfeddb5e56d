import type { FeatureGroup } from './feature-groups.ts'
import type { FraudLevel } from './levels.ts'
import { RULES, type RuleCode } from './rules.ts'

/** What of the model's answer analysts speak of, by the group of features that speaks for it. */
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

/** The score was made without the model. */
const MODEL_UNAVAILABLE = {
  code: 'model_unavailable',
  means: 'The model could not answer: the score is that of the rules alone.',
} as const

/** The client's own word, which stands before all others. */
const LIST_FACTORS = {
  block: { code: 'list_block', means: "It stands on the client's block list." },
  allow: { code: 'list_allow', means: "It stands on the client's allow list." },
} as const

/** Every `risk_factors` code there is, with what it means. Codes are API: they are never renamed. */
export const RISK_FACTORS: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(RULES).map(([code, { means }]) => [code, means]),
  ...[...Object.values(LIST_FACTORS), ...Object.values(GROUP_FACTORS), MODEL_UNAVAILABLE].map(({ code, means }) => [
    code,
    means,
  ]),
])

/** Log-odds that a group of features must add before it is called a factor: they take odds of 1:1 to 5:3. */
const FACTOR_MIN = 0.5

type RiskFactorInput = {
  level: FraudLevel
  /** What the client's lists decide. */
  decision: 'allow' | 'block' | null
  fired: readonly RuleCode[]
  /** Groups of which the transaction says nothing. */
  missing: readonly FeatureGroup[]
  /** What each group adds to the margin, asked for only above low; null without a model. */
  groups: (() => Readonly<Record<FeatureGroup, number>>) | null
}

/** Lists first, then rules, then groups, the weightiest first. It is empty only for what is low. */
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
