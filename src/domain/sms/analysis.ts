import type { RiskLevel } from '#values/risk-levels.ts'
import type { Indicator } from './indicators/indicators.ts'
import type { Language } from './language.ts'
import type { Evidence } from './message.ts'
import type { SenderType } from './sender.ts'
import type { UrlReason } from './urls/inspect-url.ts'

/** `official`: a URL of a known brand, an authority or a widely known site. */
export const URL_VERDICTS = ['official', 'unremarkable', 'suspicious', 'malicious'] as const
export type UrlVerdict = (typeof URL_VERDICTS)[number]

/** From the URL itself, from the model, or from the message that contains it. */
export type VerdictReason = UrlReason | 'like_known_phishing' | 'sender_mismatch' | 'in_phishing_message'

export type UrlAnalysis = {
  url: string
  host: string
  /** The registrable domain; null if the host is not a domain name. */
  domain: string | null
  verdict: UrlVerdict
  reasons: VerdictReason[]
  /** 0 to 1. */
  risk: number
  evidence: Evidence
}

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
  /** Names of the rules that hold; each puts a floor under the model's score. */
  rules: string[]
  /** `v<major>.<minor>.<patch>`; major 0 = rules only. */
  model_version: string
  rules_version: number
}
