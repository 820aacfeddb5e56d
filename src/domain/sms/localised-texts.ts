import type { Language } from './language.ts'
import TEXTS from './localised-texts.json' with { type: 'json' }

/** Recorded types are never removed. */
export type IndicatorType = keyof typeof TEXTS.indicators
export const INDICATOR_TYPES = Object.keys(TEXTS.indicators) as IndicatorType[]
export type Advice = keyof typeof TEXTS.advice

/** English for `other`. */
export function descriptionOf(type: IndicatorType, language: Language): string {
  return TEXTS.indicators[type][language === 'es' ? 'es' : 'en']
}

export function adviceText(advice: Advice, language: Language): string {
  return TEXTS.advice[advice][language === 'es' ? 'es' : 'en']
}
