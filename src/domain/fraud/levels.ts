/** The spec's "Fraud levels": the lower bound belongs to the level, the upper one to the next. */
export const FRAUD_LEVELS = ['low', 'medium', 'high', 'critical'] as const
export type FraudLevel = (typeof FRAUD_LEVELS)[number]
/** The score at which each begins. */
export const LEVEL_FROM: Readonly<Record<FraudLevel, number>> = { low: 0, medium: 0.3, high: 0.6, critical: 0.85 }

/** The spec's "Recommendation values". */
export const RECOMMENDATIONS = ['approve', 'review', 'challenge', 'deny'] as const
export type Recommendation = (typeof RECOMMENDATIONS)[number]

/** What is recommended for a level, unless the client's policy says otherwise. */
export const RECOMMENDED: Readonly<Record<FraudLevel, Recommendation>> = {
  low: 'approve',
  medium: 'review',
  high: 'challenge',
  critical: 'deny',
}

/** A score of so much or more is an alert, unless the client's policy or the request says otherwise. */
export const ALERT_THRESHOLD = 0.6

/** Decimals of a score, wherever it is shown, compared or recorded: levels and alerts go by the number that the caller sees. */
const SCORE_DECIMALS = 4

/** @param score 0 to 1. */
export function levelOf(score: number): FraudLevel {
  return FRAUD_LEVELS.findLast(level => score >= LEVEL_FROM[level]) ?? 'low'
}

export function roundedScore(score: number): number {
  return Number(score.toFixed(SCORE_DECIMALS))
}
