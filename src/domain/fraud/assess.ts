import { toRecordedSignals } from './cross-user-signals.ts'
import type { FeatureGroup } from './feature-groups.ts'
import { FEATURES_VERSION, type VelocityAggregates } from './features.ts'
import type { Entry, History } from './history.ts'
import { imputeMissing } from './impute-missing.ts'
import { type FraudLevel, levelOf, type Recommendation, roundedScore } from './levels.ts'
import type { ListEntry } from './lists/decider.ts'
import { type PolicyState, recommendedBy, thresholdOf } from './policy/decider.ts'
import type { Policy } from './policy/events.ts'
import type { Score } from './profile/decider.ts'
import type { ScoredData } from './profile/events.ts'
import { riskFactorsOf } from './risk-factors.ts'
import { evaluateRules, RULES_VERSION, type RuleCode } from './rules.ts'
import { velocityOf } from './velocity.ts'

export type FraudModelOutput = NonNullable<ScoredData['model']>

/** Most scores are low, and their contributions are never computed. */
export type ModelScore = Pick<FraudModelOutput, 'probability' | 'contributions'>

export type RowScores = {
  /** Null when no model is available and the rules score alone. */
  model: FraudModelOutput | null
  features: Float32Array
  /** `v<major>.<minor>.<patch>`; major 0 is the rule set. */
  version: string
  /** The share of features whose values were not in the training data, 0 to 1. */
  unseen: number
  shadow: { version: string; probability: number } | null
}

type AssessmentInput = {
  entry: Entry
  history: History
  aggregates: VelocityAggregates
  asOf: string | null
  scores: RowScores
  entries: readonly Pick<ListEntry, 'entry_id' | 'list'>[]
  policy: PolicyState
}

/** From this many transactions on, the history is trusted fully. */
const HISTORY_COUNT_ENOUGH = 10
const CONFIDENCE_OF_RULES = 0.3
const CONFIDENCE_DECIMALS = 4
const FLOAT32_DIGITS = 9

type Evaluation = {
  score: number
  floor: number
  level: FraudLevel
  decision: 'allow' | 'block' | null
  codes: RuleCode[]
  risk_factors: string[]
}

/** score = max(model, floors of the rules), 1 if blocked. */
export function evaluate({
  entry,
  history,
  aggregates,
  modelScore,
  entries,
}: Pick<AssessmentInput, 'entry' | 'history' | 'aggregates' | 'entries'> & {
  modelScore: ModelScore | null
}): Evaluation {
  const fired = evaluateRules(entry, history, aggregates)
  const decision = entries.some(({ list }) => list === 'block') ? 'block' : entries.length > 0 ? 'allow' : null
  const floor = decision === 'block' ? 1 : (fired[0]?.floor ?? 0)
  const score = scoreOver(floor, modelScore?.probability ?? 0)
  const level = levelOf(score)
  const codes = fired.map(({ code }) => code)
  const groups = modelScore === null ? null : () => modelScore.contributions
  const missing = missingGroups(imputeMissing(entry, history))
  const risk_factors = riskFactorsOf({ level, decision, fired: codes, missing, groups })
  return { score, floor, level, decision, codes, risk_factors }
}

function missingGroups({ device, ip, merchant }: Entry): FeatureGroup[] {
  return [
    ...(device === null && ip === null ? (['device'] as const) : []),
    ...(merchant === null ? (['merchant'] as const) : []),
  ]
}

function scoreOver(floor: number, probability: number): number {
  return roundedScore(Math.max(probability, floor))
}

/** An allowed transaction keeps its score and is never an alert. */
export function assess(given: AssessmentInput): Score {
  const { entry, history, asOf, scores, entries, policy } = given
  const { model, version, shadow, features } = scores
  const { score, floor, level, decision, codes, risk_factors } = evaluate({ ...given, modelScore: model })
  const threshold = thresholdOf(policy.policy, entry)
  const isAlert = (score: number) => score >= threshold && decision !== 'allow'
  return {
    score,
    level,
    is_alert: isAlert(score),
    threshold,
    recommendation: recommend({ level, decision }, policy.policy),
    confidence: confidenceOf(scores, history),
    risk_factors,
    velocity: velocityOf(history, entry),
    model_version: version,
    model,
    ...(shadow === null ? {} : { shadow: shadowScore(shadow, scoreOver(floor, shadow.probability), isAlert) }),
    features: {
      version: FEATURES_VERSION,
      values: Array.from(features, value => Number(value.toPrecision(FLOAT32_DIGITS))),
      as_of: asOf,
    },
    ...toRecordedSignals(given.aggregates.others),
    rules: { version: RULES_VERSION, fired: codes },
    lists: entries.map(({ entry_id, list }) => ({ entry_id, list })),
    policy_version: policy.version,
  }
}

const DECIDED = { block: 'deny', allow: 'approve' } as const

export function recommend({ level, decision }: Pick<Evaluation, 'level' | 'decision'>, policy: Policy): Recommendation {
  return decision === null ? recommendedBy(policy, level) : DECIDED[decision]
}

function shadowScore(
  { version, probability }: NonNullable<RowScores['shadow']>,
  score: number,
  isAlert: (score: number) => boolean,
): Score['shadow'] {
  return { model_version: version, probability, score, is_alert: isAlert(score) }
}

/** Halved for a user without a history, and reduced by the share of unseen features. */
function confidenceOf({ model, unseen }: RowScores, { entries }: History): number {
  if (model === null) return CONFIDENCE_OF_RULES
  const known = Math.min(entries.length, HISTORY_COUNT_ENOUGH) / HISTORY_COUNT_ENOUGH
  const confidence = 2 * Math.abs(model.probability - 0.5) * (0.5 + known / 2) * (1 - unseen)
  return Number(confidence.toFixed(CONFIDENCE_DECIMALS))
}
