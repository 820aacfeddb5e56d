import type { ModelAnswer } from '#domain/fraud/assess.ts'
import type { Around } from '#domain/fraud/features.ts'
import type { Service } from '#service.ts'

/** The model that scores, or what stands in for it. */
export type Scoring = {
  /** What the model says of a row of features; null when it can't and the rules alone are to score. Throws Rejection FRAUD_006 otherwise. */
  answer(features: Float32Array): Promise<ModelAnswer | null>
  /** `v<major>.<minor>.<patch>` of the model; major 0 is the rule set. */
  versionOf(answer: ModelAnswer | null): string
}

/** What is known across users, as read models have it, and up to which position of the log that is. */
export type Figures = (of: {
  client_id: string
  user_id: string
  merchant: string | null
  device: string | null
  /** The transaction's own time, milliseconds. */
  at: number
}) => Promise<{ around: Around; as_of: string | null }>

export type FraudService = Service & { scoring: Scoring; figures: Figures }
