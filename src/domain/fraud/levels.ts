import { RISK_LEVELS, type RiskLevel } from '#values/risk-levels.ts'

export { LEVEL_SCORE_MIN as LEVEL_FROM, levelOf, roundScore as roundedScore } from '#values/risk-levels.ts'

/** The spec's "Fraud levels". */
export const FRAUD_LEVELS = RISK_LEVELS
export type FraudLevel = RiskLevel

/** The spec's "Recommendation values". */
export const RECOMMENDATIONS = ['approve', 'review', 'challenge', 'deny'] as const
export type Recommendation = (typeof RECOMMENDATIONS)[number]

/** What is recommended for a level, unless the client's policy says otherwise. */
export const DEFAULT_RECOMMENDATIONS: Readonly<Record<FraudLevel, Recommendation>> = {
  low: 'approve',
  medium: 'review',
  high: 'challenge',
  critical: 'deny',
}

/** A score of so much or more is an alert, unless the client's policy or the request says otherwise. */
export const ALERT_THRESHOLD = 0.6
