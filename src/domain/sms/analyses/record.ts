import { ERASED } from '#values/person.ts'
import type { Language } from '../language.ts'
import { descriptionOf, type IndicatorType } from '../localised-texts.ts'
import type { SenderType } from '../sender.ts'
import { type Content, evidenceOf } from './content.ts'
import type { RecordedAnalysis } from './state.ts'

type Findings = Omit<RecordedAnalysis, 'status' | 'feedback'>

/** `content` is null once it is deleted: the record then has no quotes. Recorded indicator types are never removed. */
export function toAnalysisRecord(analysis_id: string, findings: Findings, content: Content | null) {
  const { message_id, is_phishing, risk_level, risk_score, confidence_score, indicators } = findings
  const { sender_type, is_known_contact, urls_found, malicious_urls } = findings
  const { language, rules, model_version, rules_version, analysed_at } = findings
  return {
    ...{ analysis_id, message_id, is_phishing, risk_level, risk_score, confidence_score },
    threat_indicators: indicators.map(({ type, severity }, at) => ({
      ...{ type: type as IndicatorType, severity },
      description: content?.descriptions[at] ?? descriptionOf(type as IndicatorType, language as Language),
      evidence: content === null ? null : evidenceOf(content, content.evidence[at]!),
    })),
    sender_analysis: { is_known_contact, sender_type: sender_type as SenderType },
    url_analysis: {
      ...{ urls_found, malicious_urls },
      urls: content?.links.map(link => ({ ...link, evidence: evidenceOf(content, link.evidence) })) ?? null,
    },
    recommendations: content?.recommendations ?? [],
    ...{ language, rules, model_version, rules_version, analyzed_at: analysed_at },
  }
}
export type AnalysisRecord = ReturnType<typeof toAnalysisRecord>

/** With the caller's ids, the message and the feedback. */
export function toFullRecord(analysis_id: string, analysis: RecordedAnalysis, content: Content | null) {
  const { user_id, device_id, platform, received_at, feedback } = analysis
  return {
    ...toAnalysisRecord(analysis_id, analysis, content),
    ...{ user_id, device_id, platform, received_date: received_at },
    message: content && { sender: content.sender, message_content: content.text, extracted_urls: [...content.urls] },
    feedback: feedback && { verdict: feedback.verdict, given_at: feedback.at, given_by: feedback.actor },
  }
}

/** Replaces the caller's ids, which are about the person. */
export function eraseIds<T extends Pick<RecordedAnalysis, 'user_id' | 'device_id' | 'message_id'>>(analysis: T): T {
  const erased = (id: string | null) => id && ERASED
  const { user_id, device_id, message_id } = analysis
  return { ...analysis, user_id: erased(user_id), device_id: erased(device_id), message_id: erased(message_id) }
}
