import type { Group } from './feature-groups.ts'
import type { FraudLevel } from './levels.ts'
import { RULES, type RuleCode } from './rules.ts'

/** What of the model's answer analysts speak of, by the group of features that speaks for it. */
const OF_GROUPS = {
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
const OF_LISTS = {
  block: { code: 'list_block', means: "It stands on the client's block list." },
  allow: { code: 'list_allow', means: "It stands on the client's allow list." },
} as const

/** Every `risk_factors` code there is, with what it means. Codes are API: they are never renamed. */
export const RISK_FACTORS: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(RULES).map(([code, { means }]) => [code, means]),
  ...[...Object.values(OF_LISTS), ...Object.values(OF_GROUPS), MODEL_UNAVAILABLE].map(({ code, means }) => [
    code,
    means,
  ]),
])

/** Log-odds that a group of features must add before it is called a factor: they take odds of 1:1 to 5:3. */
const FACTOR_MIN = 0.5

type Found = {
  level: FraudLevel
  /** What the client's lists decide. */
  decision: 'allow' | 'block' | null
  fired: readonly RuleCode[]
  /** Groups of which the transaction says nothing. */
  silent: readonly Group[]
  /** What each group adds to the margin, asked for only above low; null without a model. */
  groups: (() => Readonly<Record<Group, number>>) | null
}

/** Lists first, then rules, then groups, the weightiest first. It is empty only for what is low. */
export function riskFactorsOf({ level, decision, fired, silent, groups }: Found): string[] {
  const told = [...(decision === null ? [] : [OF_LISTS[decision].code]), ...fired]
  if (groups === null) return [...told, MODEL_UNAVAILABLE.code]
  if (level === 'low') return told
  const added = groups()
  const audible = (Object.keys(OF_GROUPS) as Group[]).filter(group => !silent.includes(group))
  const weighed = audible.sort((a, b) => added[b] - added[a])
  const speaking = weighed.filter(group => added[group] >= FACTOR_MIN)
  const ofModel = speaking.length === 0 && told.length === 0 ? weighed.slice(0, 1) : speaking
  return [...told, ...ofModel.map(group => OF_GROUPS[group].code)]
}
