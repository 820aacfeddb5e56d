import { z } from 'zod'
import { scoreTransaction, scoreTransactionErrors } from '#commands/fraud/score-transaction.ts'
import { OPERATION_TYPES, type TransactionInput } from '#commands/transactions/record-transactions.ts'
import { withTimeout } from '#concurrency/timeout.ts'
import type { ScoredData } from '#domain/fraud/profile/events.ts'
import { planOf, second } from '#edge/rate-limits/plans.ts'
import { type Api, contextOf } from '#http/api.ts'
import type { FraudService } from '#services/fraud/scoring.ts'
import { Rejection } from '#values/errors.ts'
import { toMajor } from '#values/money.ts'
import { prose } from '#values/prose.ts'
import { getDecision } from './get-decision.ts'
import { FraudDecisionResponse, RealtimeBody, RealtimeScoreResponse } from './schemas.ts'

/** Source: the spec, "Limits" and "Fraud detection module". */
const REALTIME_PLAN = planOf(second(1_000))
const REALTIME_MS_MAX = 5_000
const RETRY_AFTER_S = 2

const scoreTransactionOperation = {
  config: {
    scope: 'fraud:score',
    invalid: 'FRAUD_001',
    errorShape: 'nested',
    errors: scoreTransactionErrors,
    replays: 'sometimes',
    limit: { name: 'fraud-realtime', plan: REALTIME_PLAN, details: { module_code: 'FRAUD_005' } },
  },
  schema: {
    tags: ['fraud'],
    operationId: 'scoreTransaction',
    summary: 'Score a transaction in real time',
    description: prose(
      'Scores one transaction from the data known about its user, merchant and device at its own time, and records',
      'transaction and score before it responds. A repeated request returns the recorded score with',
      '`Idempotent-Replayed: true` and counts nothing twice: repeat it whenever its result is unknown, as after',
      'SERVICE_UNAVAILABLE, which comes after 5 s. CONFLICT: the id is recorded with other content. A transaction',
      'more than 30 days older than the newest of its user is scored and counts in no window; a transaction more',
      'than 5 minutes in the future is refused.',
    ),
    body: RealtimeBody,
    response: { 200: RealtimeScoreResponse.describe('The recorded score.') },
  },
} as const

const getFraudDecisionOperation = {
  config: { scope: 'fraud:review', errors: ['NOT_FOUND'] },
  schema: {
    tags: ['fraud'],
    operationId: 'getFraudDecision',
    summary: 'Explain the score of a transaction',
    description: prose(
      'Reads the record of a score: features, contribution of each group of features, rules, lists and thresholds.',
      'NOT_FOUND: your client has no such transaction, or it was never scored.',
    ),
    params: z.object({ transaction_id: z.string().describe('Your own id of the transaction, percent-encoded.') }),
    response: { 200: FraudDecisionResponse.describe('The recorded decision.') },
  },
} as const

/** Source: the spec, "Fraud detection module". */
export function fraudRoutes(api: Api, service: FraudService): void {
  api.post('/fraud/score/realtime', scoreTransactionOperation, async (request, reply) => {
    const { transaction, options } = request.body
    const scoring = scoreTransaction(service, contextOf(request, service.now()), assertSupported(transaction))
    const { scored, replayed } = await withTimeout(REALTIME_MS_MAX, scoring, timeoutRejection)
    if (replayed) reply.header('Idempotent-Replayed', 'true')
    return reply.send({
      ...toResponse(scored, options),
      processing_time_ms: Math.round(reply.elapsedTime),
      request_id: request.id,
    })
  })

  api.get('/fraud/decisions/:transaction_id', getFraudDecisionOperation, async ({ caller, params }) =>
    getDecision(service, caller, params.transaction_id),
  )
}

function timeoutRejection(): Rejection {
  const reason = 'scoring took longer than 5 s; it is unknown whether the score was recorded: repeat the request'
  return new Rejection('SERVICE_UNAVAILABLE', { reason }, { retryAfterS: RETRY_AFTER_S })
}

type UncheckedTransaction = Omit<TransactionInput, 'operation_type'> & { operation_type: string }

function assertSupported(transaction: UncheckedTransaction): TransactionInput {
  const { operation_type } = transaction
  const known = OPERATION_TYPES.find(type => type === operation_type)
  if (known !== undefined) return { ...transaction, operation_type: known }
  throw new Rejection('FRAUD_004', {
    field: 'transaction.operation_type',
    reason: 'is not an allowed value',
    value: operation_type,
    allowed_values: OPERATION_TYPES,
  })
}

function toResponse(scored: ScoredData, options: { include_reasons: boolean; include_velocity: boolean }) {
  const { transaction_id, score, level, is_alert, recommendation, confidence, risk_factors, model_version } = scored
  const { amount_24h_minor, ...velocity } = scored.velocity
  const amount_24h = toMajor(amount_24h_minor, scored.transaction.currency)
  return {
    transaction_id,
    fraud_score: score,
    fraud_level: level,
    is_alert,
    recommendation,
    confidence,
    risk_factors: options.include_reasons ? risk_factors : [],
    velocity_check: options.include_velocity ? { ...velocity, amount_24h } : null,
    model_version,
  }
}
