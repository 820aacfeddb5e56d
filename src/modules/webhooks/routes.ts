import type { FastifyRequest } from 'fastify'
import { createWebhook } from '#commands/webhooks/create-webhook.ts'
import { deleteWebhook } from '#commands/webhooks/delete-webhook.ts'
import { recoverDeliveries } from '#commands/webhooks/recover-deliveries.ts'
import { replayEvents } from '#commands/webhooks/replay-events.ts'
import { retryDelivery } from '#commands/webhooks/retry-delivery.ts'
import { rotateSecret } from '#commands/webhooks/rotate-secret.ts'
import { sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { updateWebhook } from '#commands/webhooks/update-webhook.ts'
import { uuidOf } from '#delivery/queue.ts'
import { waitForDeliveries } from '#delivery/wait-for-deliveries.ts'
import { webhookRecord } from '#domain/webhooks/state.ts'
import { type Api, contextOf } from '#http/api.ts'
import { assertReadable } from '#privacy/access-status.ts'
import { EVENT_LIST } from '#projections/events/events.ts'
import { endpoints } from '#projections/webhooks/endpoints.ts'
import { findEvent } from '#queries/events/list-events.ts'
import { getDelivery } from '#queries/webhooks/get-delivery.ts'
import { getRecovery } from '#queries/webhooks/get-recovery.ts'
import { getWebhook } from '#queries/webhooks/get-webhook.ts'
import { getWebhookStatistics } from '#queries/webhooks/get-webhook-statistics.ts'
import { isEventWithheld, isWithheld } from '#queries/webhooks/is-withheld.ts'
import { listDeliveries } from '#queries/webhooks/list-deliveries.ts'
import { listEventDeliveries } from '#queries/webhooks/list-event-deliveries.ts'
import { listWebhooks } from '#queries/webhooks/list-webhooks.ts'
import type { Service } from '#service.ts'
import type { WebhookConfig } from '#services/webhooks/config.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { Rejection } from '#values/errors.ts'
import {
  createWebhookOperation,
  deleteWebhookOperation,
  getDeliveryOperation,
  getRecoveryOperation,
  getWebhookOperation,
  getWebhookStatisticsOperation,
  listDeliveriesOperation,
  listEventDeliveriesOperation,
  listWebhooksOperation,
  recoverDeliveriesOperation,
  retryDeliveryOperation,
  rotateWebhookSecretOperation,
  sendTestEventOperation,
  updateWebhookOperation,
} from './operations.ts'

/** The list of events is behind by milliseconds; when it is blocked, nothing waits for it longer. */
const LISTED_MS_MAX = 2_000

/** Source: the spec, "Webhook module"; deliveries, recoveries and replays are ours. */
export function webhookRoutes(api: Api, service: Service<WebhookConfig>, publicPrefixes: readonly string[]): void {
  const newContext = (request: FastifyRequest) => contextOf(request, service.now())

  const loadOwn = ({ params, caller }: FastifyRequest) =>
    getWebhook(service, caller.client_id, (params as { webhook_id: string }).webhook_id)

  /** 404 comes before the body is validated. */
  const onOwn = <Operation extends object>(operation: Operation) => ({
    ...operation,
    preValidation: async (request: FastifyRequest) => void (await loadOwn(request)),
  })

  /** Responses may contain the payload, and a repeated delivery can be read where it arrives. */
  async function assertDeliveryReadable(caller: FastifyRequest['caller'], delivery_id: string) {
    if (await isWithheld(service.db, idOf(delivery_id, 'dlv'))) assertReadable('restricted', caller)
  }

  /** Errors: NOT_FOUND. */
  const loadDelivery = async ({ webhook_id, delivery_id }: { webhook_id: string; delivery_id: string }) =>
    (await getDelivery(service, uuidOf(webhook_id), idOf(delivery_id, 'dlv'))) ?? notFound()

  const waitForEventList = () =>
    waitForCheckpoint(service, { name: EVENT_LIST, prefixes: publicPrefixes }, LISTED_MS_MAX)

  api.post('/webhooks', createWebhookOperation, async (request, reply) => {
    const { webhook_id, webhook, secret } = await createWebhook(service, newContext(request), request.body)
    reply.code(201).header('cache-control', 'no-store')
    return { ...webhookRecord(webhook_id, webhook), secret }
  })

  api.get('/webhooks', listWebhooksOperation, async ({ caller }) => {
    await waitForCheckpoint(service, endpoints)
    return { data: await listWebhooks(service.db, caller.client_id) }
  })

  api.get('/webhooks/statistics', getWebhookStatisticsOperation, ({ caller, query }) =>
    getWebhookStatistics(service.db, caller.client_id, query),
  )

  api.get('/webhooks/:webhook_id', onOwn(getWebhookOperation), async request =>
    webhookRecord(request.params.webhook_id, await loadOwn(request)),
  )

  api.patch('/webhooks/:webhook_id', onOwn(updateWebhookOperation), async request => {
    const input = { ...request.body, ...request.params }
    return webhookRecord(input.webhook_id, await updateWebhook(service, newContext(request), input))
  })

  api.delete('/webhooks/:webhook_id', onOwn(deleteWebhookOperation), async request => {
    await deleteWebhook(service, newContext(request), request.params)
    return { ...request.params, status: 'deleted' as const }
  })

  api.post('/webhooks/:webhook_id/rotate-secret', onOwn(rotateWebhookSecretOperation), async (request, reply) => {
    const rotated = await rotateSecret(service, newContext(request), request.params)
    reply.header('cache-control', 'no-store')
    return { ...request.params, ...rotated }
  })

  api.post('/webhooks/:webhook_id/test', onOwn(sendTestEventOperation), async request => {
    const input = { ...request.body, ...request.params }
    const queued = await sendTestEvent(service, newContext(request), input)
    return { ...input, ...queued, status: 'pending' as const }
  })

  api.get('/webhooks/:webhook_id/deliveries', onOwn(listDeliveriesOperation), async ({ params, query }) => {
    // Later pages hold older deliveries only.
    if (query.cursor === undefined) await waitForDeliveries(service, publicPrefixes)
    return listDeliveries(service.db, uuidOf(params.webhook_id), query)
  })

  api.get('/events/:event_id/deliveries', listEventDeliveriesOperation, async ({ caller, params, query }) => {
    const event = idOf(params.event_id, 'evt')
    if (query.cursor === undefined) await waitForDeliveries(service, publicPrefixes)
    const list = await listEventDeliveries(service.db, caller.client_id, event, query)
    if (list.data.length === 0) {
      const find = () => findEvent(service.db, caller.client_id, event)
      if (((await find()) ?? (await waitForEventList().then(find))) === null) notFound()
    } else if (await isEventWithheld(service.db, event)) assertReadable('restricted', caller)
    return list
  })

  api.get('/webhooks/:webhook_id/deliveries/:delivery_id', onOwn(getDeliveryOperation), async ({ caller, params }) => {
    await assertDeliveryReadable(caller, params.delivery_id)
    return loadDelivery(params)
  })

  api.post('/webhooks/:webhook_id/deliveries/:delivery_id/retry', onOwn(retryDeliveryOperation), async request => {
    await assertDeliveryReadable(request.caller, request.params.delivery_id)
    const isFound = await retryDelivery(service, newContext(request), request.params)
    return isFound ? loadDelivery(request.params) : notFound()
  })

  api.post('/webhooks/:webhook_id/recover', onOwn(recoverDeliveriesOperation), async request => {
    const { mode, ...input } = { ...request.body, ...request.params }
    // A replay ends where the list of events ends.
    if (mode === 'replay') await waitForEventList()
    const begin = mode === 'replay' ? replayEvents : recoverDeliveries
    const { recovery_id } = await begin(service, newContext(request), input)
    return (await getRecovery(service.db, uuidOf(input.webhook_id), uuidOf(recovery_id))) ?? notFound()
  })

  api.get('/webhooks/:webhook_id/recover/:recovery_id', onOwn(getRecoveryOperation), async ({ params }) => {
    const { webhook_id, recovery_id } = params
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
