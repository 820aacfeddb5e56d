import { AnalyseMessageBody } from '#commands/sms/analyse-messages.ts'
import { FeedbackBody, giveFeedbackErrors } from '#commands/sms/give-feedback.ts'
import { ListAnalysesQuery } from '#queries/sms/list-analyses.ts'
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

export const analyzeSmsOperation = {
  config: { scope, errors: ['CONFLICT'], replays: 'sometimes' },
  schema: {
    tags,
    operationId: 'analyzeSms',
    summary: 'Analyse a message',
    description:
      'Analyses one message and records the analysis before it responds. A request with the same `message_id`, `device_id` and text within 24 hours returns the recorded analysis with `Idempotent-Replayed: true` and is not charged; with another text it is refused with CONFLICT. The `X-RateLimit` headers contain the quota of the calendar month, in which each message counts once. RATE_LIMIT_EXCEEDED with `details.quota` means that the quota is used up. A consumer can only analyse its own messages.',
    body: AnalyseMessageBody,
    response: { 200: SmsAnalysisResponse },
  },
} as const

export const analyzeSmsBatchOperation = {
  bodyLimit: BATCH_BYTES_MAX,
  config: { scope, responseTimeoutMs: BATCH_MS_MAX },
  schema: {
    tags,
    operationId: 'analyzeSmsBatch',
    summary: 'Analyse up to 100 messages',
    description:
      'Analyses each message on its own. An invalid message fails alone. A message that was analysed within 24 hours gets the recorded analysis. Only new messages are charged. If the quota of the month does not cover them, the request is refused as a whole and nothing is charged.',
    body: BatchBody,
    response: { 200: BatchResponse },
  },
} as const

export const listSmsAnalysesOperation = {
  config: { scope },
  schema: {
    tags,
    operationId: 'listSmsAnalyses',
    summary: 'List analyses, the newest first',
    description:
      "Lists your client's analyses page by page, without the messages; a consumer sees only its own. Filters are combined; an unknown or invalid filter is refused. A cursor is valid only with the filters of its page.",
    querystring: ListAnalysesQuery,
    response: { 200: SmsAnalysisListResponse },
  },
} as const

export const getSmsAnalysisOperation = {
  config: { scope, errors: ['NOT_FOUND'] },
  schema: {
    tags,
    operationId: 'getSmsAnalysis',
    summary: 'Get an analysis with its message',
    description:
      'Returns an analysis in its present state. The message and all quotes of it are included until the retention time ends or the person is erased. NOT_FOUND means that your client has no such analysis, or that it belongs to another user than the consumer.',
    params: AnalysisParams,
    response: { 200: SmsAnalysisRecordResponse },
  },
} as const

export const giveSmsFeedbackOperation = {
  config: { scope, errors: giveFeedbackErrors },
  schema: {
    tags,
    operationId: 'giveSmsFeedback',
    summary: 'Report what a message was',
    description:
      'Records the true class of the message, with which later models are trained. The last verdict counts; the same verdict again changes nothing. The analysis stays as it was.',
    params: AnalysisParams,
    body: FeedbackBody,
    response: { 200: SmsAnalysisRecordResponse },
  },
} as const
