import pMap from 'p-map'
import { type Content, contentOf } from '#domain/sms/analyses/content.ts'
import { analyses } from '#domain/sms/analyses/decider.ts'
import type { AnalysedData } from '#domain/sms/analyses/events.ts'
import { toAnalysisRecord } from '#domain/sms/analyses/record.ts'
import { analysisNotFound, getOwnAnalysis, isAnalysis, type RecordedAnalysis } from '#domain/sms/analyses/state.ts'
import type { Analysis } from '#domain/sms/classify.ts'
import type { Context } from '#event-sourcing/context.ts'
import { fold } from '#event-sourcing/decider.ts'
import { type Requester, requesterOf } from '#event-sourcing/requester.ts'
import { isPersonRestricted } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import type { SmsService } from './analyser.ts'
import {
  conflictRejection,
  isUnavailable,
  type MessageOutcome,
  type RequestedMessage,
  restrictedRejection,
  toOutcome,
} from './requested-message.ts'
import { openContent, sealContent, vaultSubjectOf } from './sealed-content.ts'

const CONCURRENCY = 32
const ANALYSIS_ID = /^sms_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type SealedAnalysis = { analysis: RecordedAnalysis; sealed: string }

/** Reads the stream: cached states do not contain the sealed content. */
async function readAnalysis({ store }: Pick<Service, 'store'>, analysisId: string): Promise<SealedAnalysis | null> {
  const events = (await store.read(analyses.stream(analysisId))).map(analyses.parse)
  const analysis = fold(analyses.decider, events)
  const [first] = events
  return first?.type === 'SmsAnalysed' && isAnalysis(analysis) ? { analysis, sealed: first.data.sealed } : null
}

/** Throws NOT_FOUND also for another requester's analysis. */
export async function getAnalysis(
  service: Pick<Service, 'store'>,
  requester: Requester,
  analysisId: string,
): Promise<SealedAnalysis> {
  const found = ANALYSIS_ID.test(analysisId) ? await readAnalysis(service, analysisId) : null
  if (found === null) throw analysisNotFound()
  return { ...found, analysis: getOwnAnalysis(found.analysis, requester) }
}

/** The same ids of message and device mean the same message for 24 hours. */
const REPEAT_MS = 86_400_000
/** Reuses of the same ids after that; a caller that reaches the limit sends the same ids with every message. */
const USES_MAX = 100

/** The recorded analysis, or the id of a new one. Throws CONFLICT for ids used with another text, or too often. */
export async function findRepeat(
  service: SmsService,
  { actor, now }: Context,
  { analysis_id: ownId, callerIds: { device_id, message_id }, message }: RequestedMessage,
): Promise<{ outcome: MessageOutcome } | { analysis_id: string }> {
  if (device_id === null || message_id === null) return { analysis_id: ownId }
  for (let use = 0; use < USES_MAX; use += 1) {
    const analysis_id = analyses.id(requesterOf(actor), { device_id, message_id }, use)
    const known = await readAnalysis(service, analysis_id)
    if (known === null) return { analysis_id }
    const { analysis, sealed } = known
    if (now.getTime() - Date.parse(analysis.analysed_at) >= REPEAT_MS) continue
    // No caller may read a restricted person's analysis, not even one that names another owner.
    const { client_id, user_id } = analysis
    if (user_id !== null && (await isPersonRestricted(service, { client_id, user_id })))
      return { outcome: restrictedRejection('message_id') }
    const content = await openContent(service, analysis_id, sealed)
    // After an erasure there is no text left to compare with.
    if (content !== null) return { outcome: replayOf(analysis_id, analysis, content, message.text) }
  }
  throw conflictRejection(`was used ${USES_MAX} times`)
}

/** Throws CONFLICT if the text differs. */
function replayOf(analysis_id: string, analysis: RecordedAnalysis, content: Content, text: string): MessageOutcome {
  if (content.text !== text) throw conflictRejection('was used with another text of this device within its 24 hours')
  return { record: toAnalysisRecord(analysis_id, analysis, content), replayed: true }
}

/** An outage is the outcome of its message if another message was recorded; otherwise it fails the request. */
export async function recordAll(
  service: SmsService,
  context: Context,
  distinct: readonly RequestedMessage[],
  results: readonly Analysis[],
): Promise<MessageOutcome[]> {
  const record = (one: RequestedMessage, at: number): Promise<MessageOutcome> => {
    const messageContext = { ...context, command_id: `${context.command_id}:${at}` }
    return recordAnalysis(service, messageContext, one, results[at]!).catch(error => {
      if (distinct.length > 1 && error instanceof Rejection) return error
      return toOutcome(error)
    })
  }
  const recorded = await pMap(distinct, record, { concurrency: CONCURRENCY })
  const [first] = recorded
  if (first instanceof Rejection && recorded.every(isUnavailable)) throw first
  return recorded
}

/** The store decides which of two concurrent analyses with one id is recorded. Throws CONFLICT, SERVICE_UNAVAILABLE. */
async function recordAnalysis(
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
