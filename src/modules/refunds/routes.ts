import type { FastifyRequest } from 'fastify'
import { cancelRefund } from '#commands/refunds/cancel-refund.ts'
import { CancelRefundBody, RequestRefundBody, RetryRefundBody, VoidRefundBody } from '#commands/refunds/input.ts'
import { requestRefund } from '#commands/refunds/request-refund.ts'
import { retryRefund } from '#commands/refunds/retry-refund.ts'
import { voidRefund } from '#commands/refunds/void-refund.ts'
import { cancellationFields, refundRecord, retryFields, voidFields } from '#domain/refunds/record.ts'
import type { Refund } from '#domain/refunds/state.ts'
import { catalogue, type ErrorCode } from '#errors.ts'
import { type Api, contextOf } from '#http/api.ts'
import { getRefund } from '#queries/refunds/get-refund.ts'
import { ListRefundsQuery, ListRefundsResponse, listRefunds } from '#queries/refunds/list-refunds.ts'
import { IdempotencyHeaders, idempotencyKeyOf } from './idempotency-key.ts'
import type { RefundService } from './refund-service.ts'
import { CancelledRefund, RefundParams, RefundRecord, RetriedRefund, VoidedRefund } from './schemas.ts'
import { openSealed } from './sealed.ts'

const requestErrors: ErrorCode[] = [
  ...(['REFUND_002', 'REFUND_005', 'REFUND_007', 'REFUND_008', 'REFUND_009', 'REFUND_010'] as const),
  ...(['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const),
]

/** The spec's "Fraud refund module". */
export function refundRoutes(api: Api, service: RefundService): void {
  const record = async (refundId: string, refund: Refund) =>
    refundRecord(refundId, refund, await openSealed(service, refund.beneficiary.name, `${refundId}|name`))

  /** As `onRequest`: 404 comes before the body is read. */
  const mustExist = async (request: FastifyRequest) => {
    const { refund_id } = request.params as { refund_id: string }
    await getRefund(service, request.caller.client_id, refund_id)
  }
  const described = { tags: ['refunds'] }
  const reading = { scope: 'refund:read', invalid: 'REFUND_001' } as const
  const writing = { scope: 'refund:write', invalid: 'REFUND_001' } as const

  api.post(
    '/refund/request',
    {
      config: { ...writing, errors: requestErrors, headers: IdempotencyHeaders },
      // A missing key is told before the body is read.
      onRequest: async request => void idempotencyKeyOf(request),
      schema: {
        ...described,
        operationId: 'requestRefund',
        summary: 'Request a refund of a transaction, or of a part of it',
        body: RequestRefundBody,
        response: {
          201: RefundRecord,
          200: RefundRecord.describe('The same request was made before; the refund as it stands now'),
        },
      },
    },
    async (request, reply) => {
      const context = contextOf(request, service.now())
      const { refund_id, refund, replayed } = await requestRefund(
        service,
        context,
        idempotencyKeyOf(request),
        request.body,
      )
      if (!replayed) return reply.code(201).send(await record(refund_id, refund))
      const duplicate = {
        code: 'REFUND_004' as const,
        message: catalogue.REFUND_004.message,
        first_request_at: refund.created_at,
      }
      return reply
        .code(200)
        .header('Idempotent-Replayed', 'true')
        .send({ ...(await record(refund_id, refund)), duplicate })
    },
  )

  api.get(
    '/refund/list',
    {
      config: reading,
      schema: {
        ...described,
        operationId: 'listRefunds',
        summary: 'List refunds, newest first',
        querystring: ListRefundsQuery,
        response: { 200: ListRefundsResponse },
      },
    },
    async request => listRefunds(service.db, request.caller.client_id, request.query),
  )

  api.get(
    '/refund/:refund_id',
    {
      config: { ...reading, errors: ['REFUND_003'] },
      schema: {
        ...described,
        operationId: 'getRefund',
        summary: 'One refund',
        params: RefundParams,
        response: { 200: RefundRecord },
      },
    },
    async request => {
      const { refund_id } = request.params
      return record(refund_id, await getRefund(service, request.caller.client_id, refund_id))
    },
  )

  api.post(
    '/refund/:refund_id/cancel',
    {
      config: { ...writing, errors: ['REFUND_003', 'REFUND_006'] },
      onRequest: mustExist,
      schema: {
        ...described,
        operationId: 'cancelRefund',
        summary: 'Cancel a refund that is still pending',
        params: RefundParams,
        body: CancelRefundBody,
        response: { 200: CancelledRefund },
      },
    },
    async request => {
      const { refund_id } = request.params
      const refund = await cancelRefund(service, contextOf(request, service.now()), refund_id, request.body)
      return { refund_id, status: refund.status, ...cancellationFields(refund) }
    },
  )

  api.post(
    '/refund/:refund_id/retry',
    {
      config: {
        ...writing,
        errors: ['REFUND_003', 'REFUND_006', 'REFUND_007', 'REFUND_008', 'REFUND_009', 'REFUND_010'],
      },
      onRequest: mustExist,
      schema: {
        ...described,
        operationId: 'retryRefund',
        summary: 'Try a failed refund again',
        params: RefundParams,
        body: RetryRefundBody,
        response: { 200: RetriedRefund },
      },
    },
    async request => {
      const { refund_id } = request.params
      const refund = await retryRefund(service, contextOf(request, service.now()), refund_id, request.body)
      return { refund_id, status: refund.status, ...retryFields(refund), created_at: refund.created_at }
    },
  )

  api.post(
    '/refund/:refund_id/void',
    {
      config: { scope: 'refund:void', invalid: 'REFUND_001', errors: ['REFUND_003', 'REFUND_006'] },
      onRequest: mustExist,
      schema: {
        ...described,
        operationId: 'voidRefund',
        summary: 'Void a refund; money that moved is asked back',
        params: RefundParams,
        body: VoidRefundBody,
        response: { 200: VoidedRefund },
      },
    },
    async request => {
      const { refund_id } = request.params
      const refund = await voidRefund(service, contextOf(request, service.now()), refund_id, request.body)
      return { refund_id, status: refund.status, ...voidFields(refund) }
    },
  )
}
