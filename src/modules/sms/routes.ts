import type { FastifyReply, FastifyRequest } from 'fastify'
import { AnalyseMessageBody, type AnalyseResult, analyseMessages } from '#commands/sms/analyse-messages.ts'
import { FeedbackBody, giveFeedback } from '#commands/sms/give-feedback.ts'
import { analysisStreams } from '#domain/sms/analyses/events.ts'
import { eraseAnalysis, toFullRecord } from '#domain/sms/analyses/record.ts'
import type { RecordedAnalysis } from '#domain/sms/analyses/state.ts'
import { type Api, contextOf } from '#http/api.ts'
import { setRateLimitHeaders } from '#http/guard.ts'
import { parsePart } from '#http/validation.ts'
import { assertReadable, getAccessStatus } from '#privacy/access-status.ts'
import { ListAnalysesQuery, listAnalyses } from '#queries/sms/list-analyses.ts'
import { quotaVerdictOf } from '#services/sms/quota.ts'
import { getAnalysis } from '#services/sms/read-analysis.ts'
import type { MessageOutcome } from '#services/sms/requested-message.ts'
import { requesterOf } from '#services/sms/requester.ts'
import { openContent } from '#services/sms/sealed-content.ts'
import type { SmsService } from '#services/sms/sms-service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'
import { RISK_LEVELS } from '#values/risk-levels.ts'
import {
  AnalysisParams,
  BatchBody,
  BatchResponse,
  SmsAnalysisListResponse,
  SmsAnalysisRecordResponse,
  SmsAnalysisResponse,
} from './schemas.ts'

/** A hundred of the longest texts, in any letters. */
const BATCH_BYTES_MAX = 4 * 1_048_576
/** Of a hundred messages, where a store is slow. */
const BATCH_MS_MAX = 30_000
/** How long a caller waits for what it has just done; the read model is behind by milliseconds. */
const OWN_WRITES_MS_MAX = 500

/** The spec's "SMS module", and what becomes of analyses (ours). */
export function smsRoutes(api: Api, service: SmsService): void {
  const described = { tags: ['sms'] }
  const scoped = { scope: 'sms:analyze' } as const

  async function analyse(
    request: FastifyRequest,
    reply: FastifyReply,
    inputs: readonly Input[],
  ): Promise<MessageOutcome[]> {
    const context = contextOf(request, service.now())
    const result: AnalyseResult = await analyseMessages(service, context, inputs)
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

  /** As `onRequest`: 404, and who may not see the person, come before the body is read. */
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

  api.post(
    '/sms/analyze',
    {
      config: { ...scoped, errors: ['CONFLICT'], replays: 'sometimes' },
      schema: {
        ...described,
        operationId: 'analyzeSms',
        summary: 'Analyse a message',
        description:
          'Analyses one message, and records what was found before it answers. `message_id` and `device_id` again within 24 hours with the same text answer what was recorded, with `Idempotent-Replayed: true`, and are not charged; with another text they are CONFLICT. The `X-RateLimit` headers tell the quota of the calendar month, which a message counts in once; RATE_LIMIT_EXCEEDED with `details.quota` means that it is used up. A consumer analyses what is its own.',
        body: AnalyseMessageBody,
        response: { 200: SmsAnalysisResponse },
      },
    },
    async (request, reply) => {
      const [outcome] = await analyse(request, reply, [request.body])
      if (outcome instanceof Rejection) throw outcome
      if (outcome!.replayed) reply.header('Idempotent-Replayed', 'true')
      return outcome!.record
    },
  )

  api.post(
    '/sms/analyze/batch',
    {
      bodyLimit: BATCH_BYTES_MAX,
      config: { ...scoped, responseTimeoutMs: BATCH_MS_MAX },
      schema: {
        ...described,
        operationId: 'analyzeSmsBatch',
        summary: 'Analyse up to 100 messages',
        description:
          'Analyses messages, each as if it were alone: one that is not valid fails alone, and one that was analysed within 24 hours is answered as it was then. Charged are those that are new. More of them than the quota of the month has left refuse the request as a whole, and nothing is charged.',
        body: BatchBody,
        response: { 200: BatchResponse },
      },
    },
    async (request, reply) => {
      const { messages } = request.body
      const inputs = messages.map(message => parsePart(AnalyseMessageBody, message, 'message'))
      return toBatchResponse(messages, await analyse(request, reply, inputs))
    },
  )

  api.get(
    '/sms/analyses',
    {
      config: scoped,
      schema: {
        ...described,
        operationId: 'listSmsAnalyses',
        summary: 'Analyses, the newest first',
        description:
          "Lists your client's analyses page by page, without the messages; a consumer's are its own. Filters are combined; one that is not known or not valid is refused rather than left out. A cursor belongs to its filters.",
        querystring: ListAnalysesQuery,
        response: { 200: SmsAnalysisListResponse },
      },
    },
    async ({ caller, query }) => {
      if (query.cursor === undefined)
        await waitForCheckpoint(service, {
          subscription: 'sms_analyses',
          prefixes: [analysisStreams.prefix],
          msMax: OWN_WRITES_MS_MAX,
        })
      return listAnalyses(service.db, requesterOf(caller), query)
    },
  )

  api.get(
    '/sms/analyses/:analysis_id',
    {
      config: { ...scoped, errors: ['NOT_FOUND'] },
      schema: {
        ...described,
        operationId: 'getSmsAnalysis',
        summary: 'One analysis, with its message',
        description:
          'Reads an analysis as it stands at this moment. The message, and what quotes it, is there until it is forgotten: by its time, or with its person. NOT_FOUND means that your client has no such analysis, or that it is not your own.',
        params: AnalysisParams,
        response: { 200: SmsAnalysisRecordResponse },
      },
    },
    async request => {
      const { analysis_id } = request.params
      const { analysis, sealed } = await getAnalysis(service, requesterOf(request.caller), analysis_id)
      return recordOf(request, analysis_id, analysis, sealed)
    },
  )

  api.post(
    '/sms/analyses/:analysis_id/feedback',
    {
      config: { ...scoped, errors: ['NOT_FOUND'] },
      onRequest: assertOwnAnalysis,
      schema: {
        ...described,
        operationId: 'giveSmsFeedback',
        summary: 'Say what a message was',
        description:
          'Records what the message turned out to be, which later models are trained by. The last word counts; the same again changes nothing. What was found stays as it was.',
        params: AnalysisParams,
        body: FeedbackBody,
        response: { 200: SmsAnalysisRecordResponse },
      },
    },
    async request => {
      const { analysis_id } = request.params
      const { sealed } = await getAnalysis(service, requesterOf(request.caller), analysis_id)
      const analysis = await giveFeedback(service, contextOf(request, service.now()), analysis_id, request.body)
      return recordOf(request, analysis_id, analysis, sealed)
    },
  )
}

type Input = AnalyseMessageBody | Rejection

function toBatchResponse(messages: readonly unknown[], outcomes: readonly MessageOutcome[]) {
  const records = outcomes.flatMap(outcome => (outcome instanceof Rejection ? [] : [outcome.record]))
  const ofLevel = RISK_LEVELS.map(level => [level, records.filter(({ risk_level }) => risk_level === level).length])
  return {
    batch_id: newId('smb'),
    results: outcomes.map((outcome, at) =>
      outcome instanceof Rejection ? toFailure(messages[at], outcome) : outcome.record,
    ),
    summary: {
      total: outcomes.length,
      analyzed: records.length,
      phishing: records.filter(({ is_phishing }) => is_phishing).length,
      by_risk_level: Object.fromEntries(ofLevel),
      failed: outcomes.length - records.length,
    },
  }
}

/** By the message's own id, where it is one. */
function toFailure(message: unknown, { code, message: words, details }: Rejection) {
  const named = parsePart(AnalyseMessageBody.pick({ message_id: true }), message, 'message')
  return {
    message_id: named instanceof Rejection ? null : named.message_id,
    error: { code, message: words, details },
  }
}
