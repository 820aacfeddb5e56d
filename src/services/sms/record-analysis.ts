import { contentOf } from '#domain/sms/analyses/content.ts'
import { analyses } from '#domain/sms/analyses/decider.ts'
import type { AnalysedData } from '#domain/sms/analyses/events.ts'
import { toAnalysisRecord } from '#domain/sms/analyses/record.ts'
import { isAnalysis } from '#domain/sms/analyses/state.ts'
import type { Analysis } from '#domain/sms/classify.ts'
import type { Context } from '#event-sourcing/context.ts'
import { requesterOf } from '#event-sourcing/requester.ts'
import { Rejection } from '#values/errors.ts'
import type { SmsService } from './analyser.ts'
import { replayOf } from './find-repeat.ts'
import { readAnalysis } from './read-analysis.ts'
import type { MessageOutcome, RequestedMessage } from './requested-message.ts'
import { openContent, sealContent, vaultSubjectOf } from './sealed-content.ts'

/**
 * Appends with `no_stream`, so the store decides which of two concurrent analyses with one id is recorded. Throws
 * CONFLICT, SERVICE_UNAVAILABLE.
 */
export async function recordAnalysis(
  service: SmsService,
  context: Context,
  requested: RequestedMessage,
  analysis: Analysis,
): Promise<MessageOutcome> {
  const { analysis_id, message, owner, callerIds, platform, received_at } = requested
  const content = contentOf(message, analysis)
  const { device_id } = callerIds
  const subject = vaultSubjectOf(requesterOf(context.actor), { device_id, analysis_id }, context.now)
  const sealed = await sealContent(service, subject, analysis_id, content)
  const { sender_analysis, url_analysis, threat_indicators, recommendations: _, ...verdict } = analysis
  const { urls_found, malicious_urls } = url_analysis
  const data: AnalysedData = {
    ...{ client_id: context.actor.client_id, user_id: owner, ...callerIds, platform, received_at },
    ...{ ...verdict, ...sender_analysis, urls_found, malicious_urls, sealed },
    indicators: threat_indicators.map(({ type, severity }) => ({ type, severity })),
  }
  const command = { type: 'record', data } as const
  const options = { expectNoStream: true }
  const { state, events } = await service.execute.run(analyses, analysis_id, command, context, options)
  if (events.length > 0 && isAnalysis(state))
    return { record: toAnalysisRecord(analysis_id, state, content), replayed: false }
  const first = await readAnalysis(service, analysis_id)
  const storedContent = first && (await openContent(service, analysis_id, first.sealed))
  if (first === null || storedContent === null)
    throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'was erased just now' })
  return replayOf(analysis_id, first.analysis, storedContent, message.text)
}
