import type { FastifyRequest } from 'fastify'
import { RecoverBody, recoverDeliveries } from '#commands/webhooks/recover-deliveries.ts'
import { replayEvents } from '#commands/webhooks/replay-events.ts'
import { retryDelivery } from '#commands/webhooks/retry-delivery.ts'
import { uuidOf } from '#delivery/queue.ts'
import { waitForDeliveries } from '#delivery/wait-for-deliveries.ts'
import { type Api, contextOf } from '#http/api.ts'
import { assertReadable } from '#privacy/access-status.ts'
import { EVENT_LIST } from '#projections/events/events.ts'
import { getDelivery } from '#queries/webhooks/get-delivery.ts'
import { getRecovery } from '#queries/webhooks/get-recovery.ts'
import { isWithheld } from '#queries/webhooks/is-withheld.ts'
import { ListDeliveriesQuery, listDeliveries } from '#queries/webhooks/list-deliveries.ts'
import type { Service } from '#service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { Rejection } from '#values/errors.ts'
import {
  DeliveryListResponse,
  DeliveryParams,
  DeliveryResponse,
  RecoveryParams,
  RecoveryResponse,
  WebhookParams,
} from './schemas.ts'

/** The list of events is behind by milliseconds; when it is blocked, the replay begins without waiting longer. */
const LISTED_MS_MAX = 2_000

const tags = ['webhooks']
const config = { scope: 'webhooks:manage' } as const

const listDeliveriesOperation = {
  config,
  schema: {
    tags,
    operationId: 'listDeliveries',
    summary: 'List deliveries, newest first',
    description:
      'Lists the endpoint’s deliveries, sent and pending, newest first, page by page with a cursor. A delivery is listed as soon as the request that caused it is answered. Deliveries are kept for 30 days. INVALID_REQUEST means that a filter or the cursor is invalid.',
    params: WebhookParams,
    querystring: ListDeliveriesQuery,
    response: { 200: DeliveryListResponse },
  },
}

const getDeliveryOperation = {
  config,
  schema: {
    tags,
    operationId: 'getDelivery',
    summary: 'Read a delivery with its attempts',
    description:
      'Reads a delivery with every attempt: its time, its duration and the endpoint’s response. NOT_FOUND means that the endpoint has no such delivery, or that it is older than 30 days. A delivery about a restricted person also needs the scope `audit:read`.',
    params: DeliveryParams,
    response: { 200: DeliveryResponse },
  },
}

const retryDeliveryOperation = {
  config,
  schema: {
    tags,
    operationId: 'retryDelivery',
    summary: 'Send a delivery once more, now',
    description:
      'Makes one more attempt now, whatever the delivery’s status, and returns the delivery, which is pending until the attempt is over. The attempt does not count in the schedule: when it fails, a pending delivery keeps its next attempt, a failed one stays failed, and a succeeded one stays succeeded. An attempt in progress is not interrupted. A delivery about a restricted person also needs the scope `audit:read`.',
    params: DeliveryParams,
    response: { 200: DeliveryResponse },
  },
}

const recoverDeliveriesOperation = {
  config,
  schema: {
    tags,
    operationId: 'recoverDeliveries',
    summary: 'Send again failed deliveries, events that were never queued, or all events of a time range',
    description:
      'Sends again what the endpoint missed in a time range, after an outage of yours: deliveries that used up their attempts, or events that were never queued for it, for example because it was not registered yet. They are queued step by step; read the recovery to see its progress. Receivers drop repeats by event id. With `mode: replay` all events of the endpoint’s types are sent again, delivered or not, also those older than 30 days: for a receiver that was restored from a backup, or a new one that starts with history. Each object’s events arrive in their original order, the next one after the previous one was accepted or given up; deliveries have `metadata.replay`; a few dozen are queued at a time, so that new events do not wait behind history. A replay to a disabled endpoint waits until the endpoint is enabled. Events about restricted people are left out. INVALID_REQUEST means that `since` is not before `until`.',
    params: WebhookParams,
    body: RecoverBody,
    response: { 200: RecoveryResponse },
  },
}

const getRecoveryOperation = {
  config,
  schema: {
    tags,
    operationId: 'getRecovery',
    summary: 'Read the progress of a recovery',
    description:
      'Reads how many deliveries of a recovery are queued, and whether all are. NOT_FOUND means that the endpoint has no such recovery.',
    params: RecoveryParams,
    response: { 200: RecoveryResponse },
  },
}

/** Deliveries, recoveries and replays: ours beyond the spec. */
export function deliveryRoutes(
  api: Api,
  service: Service,
  publicPrefixes: readonly string[],
  preValidation: (request: FastifyRequest) => Promise<void>,
): void {
  /** Responses may contain the payload, and a repeated delivery can be read where it arrives. */
  const assertDeliveryReadable = async ({ caller, params }: FastifyRequest) => {
    const { delivery_id } = params as { delivery_id: string }
    if (await isWithheld(service.db, idOf(delivery_id, 'dlv'))) assertReadable('restricted', caller)
  }
  /** Errors: NOT_FOUND. */
  const loadDelivery = async ({ webhook_id, delivery_id }: { webhook_id: string; delivery_id: string }) =>
    (await getDelivery(service, uuidOf(webhook_id), idOf(delivery_id, 'dlv'))) ?? notFound()

  api.get('/webhooks/:webhook_id/deliveries', { ...listDeliveriesOperation, preValidation }, async request => {
    // Later pages hold older deliveries only.
    if (request.query.cursor === undefined) await waitForDeliveries(service, publicPrefixes)
    return listDeliveries(service.db, uuidOf(request.params.webhook_id), request.query)
  })

  api.get(
    '/webhooks/:webhook_id/deliveries/:delivery_id',
    { ...getDeliveryOperation, preValidation },
    async request => {
      await assertDeliveryReadable(request)
      return loadDelivery(request.params)
    },
  )

  api.post(
    '/webhooks/:webhook_id/deliveries/:delivery_id/retry',
    { ...retryDeliveryOperation, preValidation },
    async request => {
      const { webhook_id, delivery_id } = request.params
      await assertDeliveryReadable(request)
      const found = await retryDelivery(service, contextOf(request, service.now()), { webhook_id, delivery_id })
      return found ? loadDelivery(request.params) : notFound()
    },
  )

  api.post('/webhooks/:webhook_id/recover', { ...recoverDeliveriesOperation, preValidation }, async request => {
    const { webhook_id } = request.params
    const { mode, ...order } = request.body
    // A replay ends where the list of events ends.
    if (mode === 'replay')
      await waitForCheckpoint(service, { name: EVENT_LIST, prefixes: publicPrefixes }, LISTED_MS_MAX)
    const begin = mode === 'replay' ? replayEvents : recoverDeliveries
    const { recovery_id } = await begin(service, contextOf(request, service.now()), { ...order, webhook_id })
    return (await getRecovery(service.db, uuidOf(webhook_id), uuidOf(recovery_id))) ?? notFound()
  })

  api.get('/webhooks/:webhook_id/recover/:recovery_id', { ...getRecoveryOperation, preValidation }, async request => {
    const { webhook_id, recovery_id } = request.params
    return (await getRecovery(service.db, uuidOf(webhook_id), idOf(recovery_id, 'rcv'))) ?? notFound()
  })
}

function notFound(): never {
  throw new Rejection('NOT_FOUND')
}

/** The UUID of an id of ours. Errors: NOT_FOUND. */
function idOf(text: string, prefix: string): string {
  const match = /^([a-z]+)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text)
  return match?.[1] === prefix && match[2] !== undefined ? match[2] : notFound()
}
