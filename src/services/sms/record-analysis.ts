import { contentOf } from '#domain/sms/analyses/content.ts'
import { analyses } from '#domain/sms/analyses/decider.ts'
import type { AnalysedData } from '#domain/sms/analyses/events.ts'
import { toAnalysisRecord } from '#domain/sms/analyses/record.ts'
import { isAnalysis } from '#domain/sms/analyses/state.ts'
import type { Analysis } from '#domain/sms/analysis.ts'
import type { Context } from '#event-sourcing/context.ts'
import { Rejection } from '#values/errors.ts'
import { replayOf } from './find-repeat.ts'
import { readAnalysis } from './read-analysis.ts'
import type { MessageOutcome, RequestedMessage } from './requested-message.ts'
import { requesterOf } from './requester.ts'
import { openContent, sealContent, vaultSubjectOf } from './sealed-content.ts'
import type { SmsService } from './sms-service.ts'

/**
 * Records an analysis with `no_stream`: of two that are recorded under one id, the store decides which is first. Errors: CONFLICT,
 * SERVICE_UNAVAILABLE.
 */
export async function recordAnalysis(
  service: SmsService,
  context: Context,
  requested: RequestedMessage,
  analysis: Analysis,
): Promise<MessageOutcome> {
  const { analysis_id, message } = requested
  const content = contentOf(message, analysis)
  const { device_id } = requested.names
  const subject = vaultSubjectOf(requesterOf(context.actor), { device_id, analysis_id }, context.now)
  const sealed = await sealContent(service, subject, analysis_id, content)
  const data = analysedData(context.actor.client_id, requested, analysis, sealed)
  const { state, events } = await service.execute.run(analyses, analysis_id, { type: 'record', data }, context, {
    expectNoStream: true,
  })
  if (events.length > 0 && isAnalysis(state))
    return { record: toAnalysisRecord(analysis_id, state, content), replayed: false }
  const first = await readAnalysis(service, analysis_id)
  const storedContent = first && (await openContent(service, analysis_id, first.sealed))
  if (first === null || storedContent === null)
    throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'was erased just now' })
  return replayOf(analysis_id, first.analysis, storedContent, message.text)
}

function analysedData(
  client_id: string,
  requested: RequestedMessage,
  analysis: Analysis,
  sealed: string,
): AnalysedData {
  const { owner, names, platform, received_at } = requested
  const { is_phishing, risk_level, risk_score, confidence_score, threat_indicators } = analysis
  const { language, rules, model_version, rules_version } = analysis
  const { urls_found, malicious_urls } = analysis.url_analysis
  return {
    ...{ client_id, user_id: owner, ...names, platform, received_at },
    ...{ is_phishing, risk_level, risk_score, confidence_score },
    indicators: threat_indicators.map(({ type, severity }) => ({ type, severity })),
    ...{
      ...analysis.sender_analysis,
      urls_found,
      malicious_urls,
      language,
      rules,
      model_version,
      rules_version,
      sealed,
    },
  }
}
