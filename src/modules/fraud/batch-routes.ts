import { withTimeout } from '#concurrency/timeout.ts'
import { minute, planOf } from '#edge/rate-limits/plans.ts'
import type { Api } from '#http/api.ts'
import type { BatchService } from '#services/fraud/scoring.ts'
import { Rejection } from '#values/errors.ts'
import { prose } from '#values/prose.ts'
import { BatchBody, BatchScoresResponse } from './batch-schemas.ts'
import { scoreBatch } from './score-batch.ts'

const BATCH_PLAN = planOf(minute(100))
const BATCH_MS_MAX = 30_000
/** A safety net above the batch's own timeout. */
const ANSWER_MS_MAX = BATCH_MS_MAX + 1_000
const RETRY_AFTER_S = 2

const scoreBatchOperation = {
  config: {
    scope: 'fraud:score',
    invalid: 'INVALID_FILTER_PARAMS',
    errorShape: 'nested',
    errors: ['FRAUD_002', 'FRAUD_003', 'FRAUD_006', 'INVALID_DATE_RANGE', 'NOT_FOUND'],
    limit: { name: 'fraud-batch', plan: BATCH_PLAN, details: { module_code: 'FRAUD_005' } },
    responseTimeoutMs: ANSWER_MS_MAX,
  },
  schema: {
    tags: ['fraud'],
    operationId: 'scoreBatch',
    summary: 'The scores of up to 1,000 recorded transactions',
    description: prose(
      'Returns the scores of transactions that your client has recorded, newest first, page by page: send',
      '`next_cursor` as `pagination.cursor` with the same filters and options until `has_more` is false. A',
      'transaction that was scored in real time has its recorded score. A transaction that was only recorded is',
      'scored as of the time of its recording, from the history of its user and the data known at its time, with',
      'the present model, rules and lists. Nothing is recorded, and no alert is opened. NOT_FOUND: no transaction',
      'of your client has that user or account. FRAUD_003: your client has no such transaction. `details` name',
      'them. An unknown field is refused, because a misspelt filter would select every transaction.',
    ),
    body: BatchBody,
    response: { 200: BatchScoresResponse.describe('A page of scores.') },
  },
} as const

export function batchRoutes(api: Api, service: BatchService): void {
  api.post('/fraud/score', scoreBatchOperation, async ({ body, caller }, reply) => {
    const { summary, ...rest } = await withTimeout(
      BATCH_MS_MAX,
      scoreBatch(service, caller.client_id, body),
      timeoutRejection,
    )
    return { summary: { ...summary, processing_time_ms: Math.round(reply.elapsedTime) }, ...rest }
  })
}

function timeoutRejection(): Rejection {
  const reason = 'the batch took longer than 30 s; nothing was recorded: request smaller pages'
  return new Rejection('SERVICE_UNAVAILABLE', { reason }, { retryAfterS: RETRY_AFTER_S })
}
