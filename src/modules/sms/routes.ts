import type { FastifyReply, FastifyRequest } from 'fastify'
import { AnalyseMessageBody, analyseMessages } from '#commands/sms/analyse-messages.ts'
import { giveFeedback } from '#commands/sms/give-feedback.ts'
import { analysisStreams } from '#domain/sms/analyses/events.ts'
import { eraseAnalysis, toFullRecord } from '#domain/sms/analyses/record.ts'
import type { RecordedAnalysis } from '#domain/sms/analyses/state.ts'
import { requesterOf } from '#event-sourcing/requester.ts'
import { type Api, contextOf } from '#http/api.ts'
import { setRateLimitHeaders } from '#http/guard.ts'
import { parsePart } from '#http/validation.ts'
import { assertReadable, getAccessStatus } from '#privacy/access-status.ts'
import { smsAnalyses } from '#projections/sms/analyses.ts'
import { listAnalyses } from '#queries/sms/list-analyses.ts'
import type { SmsService } from '#services/sms/analyser.ts'
import { quotaVerdictOf } from '#services/sms/quota.ts'
import { getAnalysis } from '#services/sms/read-analysis.ts'
import type { MessageOutcome } from '#services/sms/requested-message.ts'
import { openContent } from '#services/sms/sealed-content.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'
import { RISK_LEVELS } from '#values/risk-levels.ts'
import {
  analyzeSmsBatchOperation,
  analyzeSmsOperation,
  getSmsAnalysisOperation,
  giveSmsFeedbackOperation,
  listSmsAnalysesOperation,
} from './operations.ts'

/** The spec's "SMS module"; analyses and feedback are ours. */
export function smsRoutes(api: Api, service: SmsService): void {
  async function analyse(request: FastifyRequest, reply: FastifyReply, inputs: readonly Input[]) {
    const context = contextOf(request, service.now())
    const result = await analyseMessages(service, context, inputs)
    const verdict = quotaVerdictOf(result.quota.limit, result.quota.used, context.now)
    if (verdict !== null) setRateLimitHeaders(reply, verdict)
    if ('refused' in result) throw result.refused
    return result.outcomes
  }

  async function assertAnalysisReadable({ caller }: FastifyRequest, analysis_id: string, analysis: RecordedAnalysis) {
    const { client_id, user_id } = analysis
    const stream = analysisStreams.stream(analysis_id)
    const accessStatus = user_id === null ? 'free' : await getAccessStatus(service, { client_id, user_id }, stream)
    assertReadable(accessStatus, caller)
    return accessStatus
  }

  /** Runs as `onRequest`: a 404 or 403 is sent before the body is read. */
  const assertOwnAnalysis = async (request: FastifyRequest) => {
    const { analysis_id } = request.params as { analysis_id: string }
    const { analysis } = await getAnalysis(service, requesterOf(request.caller), analysis_id)
    await assertAnalysisReadable(request, analysis_id, analysis)
  }

  async function recordOf(request: FastifyRequest, analysis_id: string, analysis: RecordedAnalysis, sealed: string) {
    const accessStatus = await assertAnalysisReadable(request, analysis_id, analysis)
    if (accessStatus === 'erased') return toFullRecord(analysis_id, eraseAnalysis(analysis), null)
    return toFullRecord(analysis_id, analysis, await openContent(service, analysis_id, sealed))
  }

  api.post('/sms/analyze', analyzeSmsOperation, async (request, reply) => {
    const [outcome] = await analyse(request, reply, [request.body])
    if (outcome instanceof Rejection) throw outcome
    if (outcome!.replayed) reply.header('Idempotent-Replayed', 'true')
    return outcome!.record
  })

  api.post('/sms/analyze/batch', analyzeSmsBatchOperation, async (request, reply) => {
    const { messages } = request.body
    const inputs = messages.map(message => parsePart(AnalyseMessageBody, message, 'message'))
    return toBatchResponse(messages, await analyse(request, reply, inputs))
  })

  api.get('/sms/analyses', listSmsAnalysesOperation, async ({ caller, query }) => {
    if (query.cursor === undefined) await waitForCheckpoint(service, smsAnalyses)
    return listAnalyses(service.db, requesterOf(caller), query)
  })

  api.get('/sms/analyses/:analysis_id', getSmsAnalysisOperation, async request => {
    const { analysis_id } = request.params
    const { analysis, sealed } = await getAnalysis(service, requesterOf(request.caller), analysis_id)
    return recordOf(request, analysis_id, analysis, sealed)
  })

  const feedbackOperation = { ...giveSmsFeedbackOperation, onRequest: assertOwnAnalysis }
  api.post('/sms/analyses/:analysis_id/feedback', feedbackOperation, async request => {
    const { analysis_id } = request.params
    const { sealed } = await getAnalysis(service, requesterOf(request.caller), analysis_id)
    const input = { ...request.body, analysis_id }
    const analysis = await giveFeedback(service, contextOf(request, service.now()), input)
    return recordOf(request, analysis_id, analysis, sealed)
  })
}

type Input = AnalyseMessageBody | Rejection

function toBatchResponse(messages: readonly unknown[], outcomes: readonly MessageOutcome[]) {
  const records = outcomes.flatMap(outcome => (outcome instanceof Rejection ? [] : [outcome.record]))
  const byLevel = RISK_LEVELS.map(level => [level, records.filter(({ risk_level }) => risk_level === level).length])
  return {
    batch_id: newId('smb'),
    results: outcomes.map((outcome, at) =>
      outcome instanceof Rejection ? toFailure(messages[at], outcome) : outcome.record,
    ),
    summary: {
      total: outcomes.length,
      analyzed: records.length,
      phishing: records.filter(({ is_phishing }) => is_phishing).length,
      by_risk_level: Object.fromEntries(byLevel),
      failed: outcomes.length - records.length,
    },
  }
}

function toFailure(message: unknown, { code, message: words, details }: Rejection) {
  const parsed = parsePart(AnalyseMessageBody.pick({ message_id: true }), message, 'message')
  return {
    message_id: parsed instanceof Rejection ? null : parsed.message_id,
    error: { code, message: words, details },
  }
}
