/** Source: the spec, "Fraud levels". The lower bound belongs to the level. */
export const RISK_LEVELS = ['low', 'medium', 'high', 'critical'] as const
export type RiskLevel = (typeof RISK_LEVELS)[number]
export const LEVEL_SCORE_MIN: Readonly<Record<RiskLevel, number>> = { low: 0, medium: 0.3, high: 0.6, critical: 0.85 }

/** Levels and alerts use the rounded number that callers see. */
const SCORE_DECIMALS = 4

/** @param score 0 to 1. */
export function levelOf(score: number): RiskLevel {
  return RISK_LEVELS.findLast(level => score >= LEVEL_SCORE_MIN[level]) ?? 'low'
}

export function roundScore(score: number): number {
  return Number(score.toFixed(SCORE_DECIMALS))
}
