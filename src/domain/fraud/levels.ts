import { RISK_LEVELS, type RiskLevel } from '#values/risk-levels.ts'

export { LEVEL_SCORE_MIN as LEVEL_FROM, levelOf, roundScore as roundedScore } from '#values/risk-levels.ts'

export const FRAUD_LEVELS = RISK_LEVELS
export type FraudLevel = RiskLevel

export const RECOMMENDATIONS = ['approve', 'review', 'challenge', 'deny'] as const
export type Recommendation = (typeof RECOMMENDATIONS)[number]

export const DEFAULT_RECOMMENDATIONS: Readonly<Record<FraudLevel, Recommendation>> = {
  low: 'approve',
  medium: 'review',
  high: 'challenge',
  critical: 'deny',
}

/** Unless the client's policy or the request overrides it. */
export const ALERT_THRESHOLD = 0.6
