import { type Around, FEATURES_VERSION } from './features.ts'
import type { Entry, History } from './history.ts'
import { type FraudLevel, levelOf, roundedScore } from './levels.ts'
import type { ListEntry } from './lists/decider.ts'
import { type PolicyState, recommendedBy, thresholdOf } from './policy/decider.ts'
import type { Score } from './profile/decider.ts'
import type { ScoredData } from './profile/events.ts'
import { riskFactorsOf } from './risk-factors.ts'
import { firedBy, RULES_VERSION, type RuleCode } from './rules.ts'
import { velocityOf } from './velocity.ts'

/** What a model says of a transaction. */
export type ModelAnswer = NonNullable<ScoredData['model']>

type Given = {
  entry: Entry
  history: History
  around: Around
  /** Null when no figures across users were there yet. */
  asOf: string | null
  features: Float32Array
  /** Null when it could not answer. */
  answer: ModelAnswer | null
  /** Of the model, or of the rules alone. */
  version: string
  /** Entries of the client's lists that name the transaction. */
  entries: readonly Pick<ListEntry, 'entry_id' | 'list'>[]
  policy: PolicyState
}

/** So many transactions of a user make a history that a score can be trusted with. */
const HISTORY_ENOUGH = 10
/** Of a score by rules alone, which see little. */
const CONFIDENCE_OF_RULES = 0.3
const CONFIDENCE_DECIMALS = 4
/** As many digits as tell float32 numbers apart. */
const FLOAT32_DIGITS = 9

type Judged = {
  score: number
  level: FraudLevel
  decision: 'allow' | 'block' | null
  codes: RuleCode[]
  risk_factors: string[]
}

/** score = max(model, floors of the rules), 1 for what is blocked; the level goes by the score that is shown. */
export function judge({
  entry,
  history,
  around,
  answer,
  entries,
}: Pick<Given, 'entry' | 'history' | 'around' | 'answer' | 'entries'>): Judged {
  const fired = firedBy(entry, history, around.deviceUsers)
  const decision = entries.some(({ list }) => list === 'block') ? 'block' : entries.length > 0 ? 'allow' : null
  const floor = decision === 'block' ? 1 : (fired[0]?.floor ?? 0)
  const score = roundedScore(Math.max(answer?.probability ?? 0, floor))
  const level = levelOf(score)
  const codes = fired.map(({ code }) => code)
  const risk_factors = riskFactorsOf({ level, decision, fired: codes, groups: answer?.contributions ?? null })
  return { score, level, decision, codes, risk_factors }
}

/**
 * The whole answer, as it is recorded: alert and recommendation go by the score that is shown. What is allowed keeps its score and is no
 * alert.
 */
export function assess(given: Given): Score {
  const { entry, history, asOf, features, answer, version, entries, policy } = given
  const { score, level, decision, codes, risk_factors } = judge(given)
  const threshold = thresholdOf(policy.policy, entry)
  return {
    score,
    level,
    is_alert: score >= threshold && decision !== 'allow',
    threshold,
    recommendation: decision === null ? recommendedBy(policy.policy, level) : DECIDED[decision],
    confidence: confidenceOf(answer, history),
    risk_factors,
    velocity: velocityOf(history, entry),
    model_version: version,
    model: answer,
    features: {
      version: FEATURES_VERSION,
      values: Array.from(features, value => Number(value.toPrecision(FLOAT32_DIGITS))),
      as_of: asOf,
    },
    rules: { version: RULES_VERSION, fired: codes },
    lists: entries.map(({ entry_id, list }) => ({ entry_id, list })),
    policy_version: policy.version,
  }
}

const DECIDED = { block: 'deny', allow: 'approve' } as const

/** Grows with the probability's distance from 0.5; half of it is for a user of whom nothing is known. */
function confidenceOf(answer: ModelAnswer | null, { entries }: History): number {
  if (answer === null) return CONFIDENCE_OF_RULES
  const known = Math.min(entries.length, HISTORY_ENOUGH) / HISTORY_ENOUGH
  return Number((2 * Math.abs(answer.probability - 0.5) * (0.5 + known / 2)).toFixed(CONFIDENCE_DECIMALS))
}
