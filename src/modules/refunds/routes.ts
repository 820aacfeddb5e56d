import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CancelRefundBody, cancelRefund, cancelRefundErrors } from '#commands/refunds/cancel-refund.ts'
import { RequestRefundBody, requestRefund, requestRefundErrors } from '#commands/refunds/request-refund.ts'
import { RetryRefundBody, retryRefund, retryRefundErrors } from '#commands/refunds/retry-refund.ts'
import { VoidRefundBody, voidRefund, voidRefundErrors } from '#commands/refunds/void-refund.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { cancellationFields, refundRecord, retryFields, voidFields } from '#domain/refunds/record.ts'
import type { Refund } from '#domain/refunds/state.ts'
import { openSealed } from '#edge/vault/open-sealed.ts'
import { type Api, contextOf } from '#http/api.ts'
import { getIdempotencyKey, idempotencyKeySchema } from '#http/idempotency-key.ts'
import { assertReadable, getAccessStatus } from '#privacy/access-status.ts'
import { getRefund } from '#queries/refunds/get-refund.ts'
import { ListRefundsQuery, ListRefundsResponse, listRefunds } from '#queries/refunds/list-refunds.ts'
import type { RefundService } from '#services/refunds/refund-service.ts'
import { openRefund } from '#services/refunds/sealed-fields.ts'
import { catalogue } from '#values/errors.ts'
import { prose } from '#values/prose.ts'
import {
  CancelRefundResponse,
  RefundParams,
  RefundResponse,
  RetryRefundResponse,
  VoidRefundResponse,
} from './schemas.ts'

const IdempotencyHeaders = z.object({
  'Idempotency-Key': idempotencyKeySchema('the same for every repeat, a different one for every other refund'),
})

const tags = ['refunds']
const invalid = 'REFUND_001'

const requestRefundOperation = {
  config: {
    scope: 'refund:write',
    invalid,
    errors: ['REFUND_005', ...requestRefundErrors],
    headers: IdempotencyHeaders,
    replays: 'always',
  },
  // Before the body is read.
  onRequest: async (request: FastifyRequest) => void getIdempotencyKey(request, 'REFUND_005'),
  schema: {
    tags,
    operationId: 'requestRefund',
    summary: 'Request a refund of a transaction, or of part of it',
    description: prose(
      'Reserves the amount and records the refund. It is `pending` for a moment, in which it can be cancelled,',
      'then it goes to the payment network: follow it by webhooks or by reading it. Several refunds of one',
      'transaction may add up to its amount. Repeat the request with the same Idempotency-Key whenever its outcome',
      'is unknown; a refused request does not use up its key. After REFUND_002 record the transaction first; after',
      'REFUND_008 request at most `details.remaining`; after REFUND_009 wait and repeat; after',
      'IDEMPOTENCY_IN_PROGRESS read the refund in `details.refund_id`.',
    ),
    body: RequestRefundBody,
    response: {
      201: RefundResponse.describe('The refund is recorded and pending.'),
      200: RefundResponse.describe('The same request was made before; the refund in its current state.'),
    },
  },
} as const

const listRefundsOperation = {
  config: { scope: 'refund:read', invalid },
  schema: {
    tags,
    operationId: 'listRefunds',
    summary: 'List refunds, newest first',
    description: prose(
      "Lists your client's refunds page by page, newest first. The list is less than a second behind; read a",
      'single refund for its current state. Filters are combined; an unknown or invalid filter is refused with',
      'REFUND_001.',
    ),
    querystring: ListRefundsQuery,
    response: { 200: ListRefundsResponse },
  },
} as const

const getRefundOperation = {
  config: { scope: 'refund:read', invalid, errors: ['REFUND_003'] },
  schema: {
    tags,
    operationId: 'getRefund',
    summary: 'Get a refund',
    description: prose(
      'Reads the current state of a refund from its own history. Poll it at most every few seconds, or better',
      'subscribe an endpoint to `refund.*`. REFUND_003 means that your client has no such refund.',
    ),
    params: RefundParams,
    response: { 200: RefundResponse },
  },
} as const

const cancelRefundOperation = {
  config: { scope: 'refund:write', invalid, errors: cancelRefundErrors },
  schema: {
    tags,
    operationId: 'cancelRefund',
    summary: 'Cancel a refund that is still pending',
    description: prose(
      'Cancels a refund that is still `pending`; its reserved amount is free again and nothing is paid. REFUND_006',
      'means that it is already cancelled, or that the payment network has it: then wait for its outcome or have',
      'it voided.',
    ),
    params: RefundParams,
    body: CancelRefundBody,
    response: { 200: CancelRefundResponse },
  },
} as const

const retryRefundOperation = {
  config: { scope: 'refund:write', invalid, errors: retryRefundErrors },
  schema: {
    tags,
    operationId: 'retryRefund',
    summary: 'Retry a failed refund',
    description: prose(
      'Pays a `failed` refund again, to the same account or to a corrected one of the same beneficiary. The amount',
      'is reserved again, because the failure released it: REFUND_007 and REFUND_008 mean that other refunds have',
      'used it since. REFUND_006 means that the refund is not failed, that it was retried five times already, or',
      'that the payment network has since reported that it paid. After REFUND_009 wait and repeat.',
    ),
    params: RefundParams,
    body: RetryRefundBody,
    response: { 200: RetryRefundResponse },
  },
} as const

const voidRefundOperation = {
  config: { scope: 'refund:void', invalid, errors: voidRefundErrors },
  schema: {
    tags,
    operationId: 'voidRefund',
    summary: 'Void a refund; money that moved is reversed',
    description: prose(
      'Voids a refund in any status but cancelled. One that was not paid is never paid; one that was paid is',
      'reversed: `reversal_status` is the progress, and `refund.voided` is sent at each change. REFUND_006 means',
      'that the refund is cancelled or already voided. AUTH_003 with a reason means that its creator must not void',
      'it.',
    ),
    params: RefundParams,
    body: VoidRefundBody,
    response: { 200: VoidRefundResponse },
  },
} as const

/** Source: the spec, "Fraud refund module". */
export function refundRoutes(api: Api, service: RefundService): void {
  const open = (sealed: string, context: string) => openSealed(service, sealed, context)
  const record = async ({ caller }: FastifyRequest, refund_id: string, refund: Refund) => {
    const person = { client_id: refund.client_id, user_id: refund.beneficiary.user_id }
    const accessStatus = await getAccessStatus(service, person, refundStreams.stream(refund_id))
    assertReadable(accessStatus, caller)
    const opened = await openRefund(open, refund_id, refund, accessStatus === 'erased')
    return { ...refundRecord(refund_id, opened.refund, opened.name), requested_by: refund.created_by }
  }

  /** As `onRequest`, so that 404 comes before the body is read. */
  const assertExists = async (request: FastifyRequest) => {
    const { refund_id } = request.params as { refund_id: string }
    await getRefund(service, request.caller.client_id, refund_id)
  }

  api.post('/refund/request', requestRefundOperation, async (request, reply) => {
    const context = contextOf(request, service.now())
    const { refund_id, refund, isReplayed } = await requestRefund(service, context, {
      idempotency_key: getIdempotencyKey(request, 'REFUND_005'),
      body: request.body,
    })
    if (!isReplayed) return reply.code(201).send(await record(request, refund_id, refund))
    const duplicate = {
      code: 'REFUND_004' as const,
      message: catalogue.REFUND_004.message,
      first_request_at: refund.created_at,
    }
    const replay = { ...(await record(request, refund_id, refund)), duplicate }
    return reply.code(200).header('Idempotent-Replayed', 'true').send(replay)
  })

  api.get('/refund/list', listRefundsOperation, async request =>
    listRefunds(service.db, request.caller.client_id, request.query),
  )

  api.get('/refund/:refund_id', getRefundOperation, async request => {
    const { refund_id } = request.params
    return record(request, refund_id, await getRefund(service, request.caller.client_id, refund_id))
  })

  api.post('/refund/:refund_id/cancel', { ...cancelRefundOperation, onRequest: assertExists }, async request => {
    const { refund_id } = request.params
    const refund = await cancelRefund(service, contextOf(request, service.now()), { ...request.body, refund_id })
    return { refund_id, status: refund.status, ...cancellationFields(refund) }
  })

  api.post('/refund/:refund_id/retry', { ...retryRefundOperation, onRequest: assertExists }, async request => {
    const { refund_id } = request.params
    const refund = await retryRefund(service, contextOf(request, service.now()), { ...request.body, refund_id })
    return { refund_id, status: refund.status, ...retryFields(refund), created_at: refund.created_at }
  })

  api.post('/refund/:refund_id/void', { ...voidRefundOperation, onRequest: assertExists }, async request => {
    const { refund_id } = request.params
    const refund = await voidRefund(service, contextOf(request, service.now()), { ...request.body, refund_id })
    const opened = await openRefund(open, refund_id, refund)
    return { refund_id, status: refund.status, ...voidFields(opened.refund) }
  })
}
