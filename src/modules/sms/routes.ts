import type { FastifyReply, FastifyRequest } from 'fastify'
import { AnalyseMessageBody, analyseMessages } from '#commands/sms/analyse-messages.ts'
import { FeedbackBody, giveFeedback, giveFeedbackErrors } from '#commands/sms/give-feedback.ts'
import { analysisStreams } from '#domain/sms/analyses/events.ts'
import { eraseIds, toFullRecord } from '#domain/sms/analyses/record.ts'
import type { RecordedAnalysis } from '#domain/sms/analyses/state.ts'
import { requesterOf } from '#event-sourcing/requester.ts'
import { type Api, contextOf } from '#http/api.ts'
import { setRateLimitHeaders } from '#http/guard.ts'
import { parsePart } from '#http/validation.ts'
import { assertReadable, getAccessStatus } from '#privacy/access-status.ts'
import { smsAnalyses } from '#projections/sms/analyses.ts'
import { ListAnalysesQuery, listAnalyses } from '#queries/sms/list-analyses.ts'
import type { SmsService } from '#services/sms/analyser.ts'
import { quotaVerdictOf } from '#services/sms/quota.ts'
import { getAnalysis } from '#services/sms/recorded-analyses.ts'
import type { MessageOutcome } from '#services/sms/requested-message.ts'
import { openContent } from '#services/sms/sealed-content.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'
import { prose } from '#values/prose.ts'
import { RISK_LEVELS } from '#values/risk-levels.ts'
import {
  AnalysisParams,
  BatchBody,
  BatchResponse,
  SmsAnalysisListResponse,
  SmsAnalysisRecordResponse,
  SmsAnalysisResponse,
} from './schemas.ts'

/** A hundred of the longest texts, in any script. */
const BATCH_BYTES_MAX = 4 * 1_048_576
/** A hundred messages while a store is slow. */
const BATCH_MS_MAX = 30_000

const tags = ['sms']
const scope = 'sms:analyze'

const analyzeSmsOperation = {
  config: { scope, errors: ['CONFLICT'], replays: 'sometimes' },
  schema: {
    tags,
    operationId: 'analyzeSms',
    summary: 'Analyse a message',
    description: prose(
      'Analyses one message and records the analysis before it responds. A request with the same `message_id`,',
      '`device_id` and text within 24 hours returns the recorded analysis with `Idempotent-Replayed: true` and is',
      'not charged; with another text it is refused with CONFLICT. The `X-RateLimit` headers contain the quota of',
      'the calendar month, in which each message counts once. RATE_LIMIT_EXCEEDED with `details.quota` means that',
      'the quota is used up. A consumer can only analyse its own messages.',
    ),
    body: AnalyseMessageBody,
    response: { 200: SmsAnalysisResponse },
  },
} as const

const analyzeSmsBatchOperation = {
  bodyLimit: BATCH_BYTES_MAX,
  config: { scope, responseTimeoutMs: BATCH_MS_MAX },
  schema: {
    tags,
    operationId: 'analyzeSmsBatch',
    summary: 'Analyse up to 100 messages',
    description: prose(
      'Analyses each message on its own. An invalid message fails alone. A message that was analysed within 24',
      'hours gets the recorded analysis. Only new messages are charged. If the quota of the month does not cover',
      'them, the request is refused as a whole and nothing is charged.',
    ),
    body: BatchBody,
    response: { 200: BatchResponse },
  },
} as const

const listSmsAnalysesOperation = {
  config: { scope },
  schema: {
    tags,
    operationId: 'listSmsAnalyses',
    summary: 'List analyses, the newest first',
    description: prose(
      "Lists your client's analyses page by page, without the messages; a consumer sees only its own. Filters are",
      'combined; an unknown or invalid filter is refused. A cursor is valid only with the filters of its page.',
    ),
    querystring: ListAnalysesQuery,
    response: { 200: SmsAnalysisListResponse },
  },
} as const

const getSmsAnalysisOperation = {
  config: { scope, errors: ['NOT_FOUND'] },
  schema: {
    tags,
    operationId: 'getSmsAnalysis',
    summary: 'Get an analysis with its message',
    description: prose(
      'Returns an analysis in its present state. The message and all quotes of it are included until the retention',
      'time ends or the person is erased. NOT_FOUND means that your client has no such analysis, or that it',
      'belongs to another user than the consumer.',
    ),
    params: AnalysisParams,
    response: { 200: SmsAnalysisRecordResponse },
  },
} as const

const giveSmsFeedbackOperation = {
  config: { scope, errors: giveFeedbackErrors },
  schema: {
    tags,
    operationId: 'giveSmsFeedback',
    summary: 'Report what a message was',
    description: prose(
      'Records the true class of the message, with which later models are trained. The last verdict counts; the',
      'same verdict again changes nothing. The analysis stays as it was.',
    ),
    params: AnalysisParams,
    body: FeedbackBody,
    response: { 200: SmsAnalysisRecordResponse },
  },
} as const

/** Source: the spec, "SMS module"; analyses and feedback are ours. */
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
    if (accessStatus === 'erased') return toFullRecord(analysis_id, eraseIds(analysis), null)
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
