import type { RiskLevel } from '#values/risk-levels.ts'
import type { Indicator } from './indicators/indicators.ts'
import type { Language } from './language.ts'
import type { Evidence } from './message.ts'
import type { SenderType } from './sender.ts'
import type { UrlReason } from './urls/inspect-url.ts'

/** Of an address: `official` is one of a known brand, an authority or a site that everybody knows. */
export const URL_VERDICTS = ['official', 'unremarkable', 'suspicious', 'malicious'] as const
export type UrlVerdict = (typeof URL_VERDICTS)[number]

/** Why an address is judged as it is: what it is like itself, what the model says of it, or that it stands in a phishing message. */
export type VerdictReason = UrlReason | 'like_known_phishing' | 'sender_mismatch' | 'in_phishing_message'

export type UrlAnalysis = {
  url: string
  host: string
  /** What somebody registered; null for an address without a name. */
  domain: string | null
  verdict: UrlVerdict
  reasons: VerdictReason[]
  /** 0 to 1. */
  risk: number
  evidence: Evidence
}

/** What is said of a message. */
export type Analysis = {
  is_phishing: boolean
  risk_level: RiskLevel
  risk_score: number
  confidence_score: number
  threat_indicators: (Indicator & { description: string })[]
  sender_analysis: { is_known_contact: boolean; sender_type: SenderType }
  url_analysis: { urls_found: number; malicious_urls: number; urls: UrlAnalysis[] }
  recommendations: string[]
  language: Language
  /** The floor that rules put under the model's score, by the rule's name. */
  rules: string[]
  /** `v<major>.<minor>.<patch>`; major 0 is the rules alone. */
  model_version: string
  rules_version: number
}
