import type { ModelAnswer } from '#domain/fraud/assess.ts'
import type { Service } from '#service.ts'

/** The model that scores, or what stands in for it. */
export type Scoring = {
  /** What the model says of a row of features; null when it can't and the rules alone are to score. Throws Rejection FRAUD_006 otherwise. */
  answer(features: Float32Array): Promise<ModelAnswer | null>
  /** `v<major>.<minor>.<patch>` of the model; major 0 is the rule set. */
  versionOf(answer: ModelAnswer | null): string
}

export type FraudService = Service & { scoring: Scoring }
