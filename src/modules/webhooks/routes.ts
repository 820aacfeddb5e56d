import type { FastifyRequest } from 'fastify'
import { CreateWebhookBody, createWebhook, createWebhookErrors } from '#commands/webhooks/create-webhook.ts'
import { deleteWebhook } from '#commands/webhooks/delete-webhook.ts'
import { rotateSecret, rotateSecretErrors } from '#commands/webhooks/rotate-secret.ts'
import { SendTestEventBody, sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { UpdateWebhookBody, updateWebhook } from '#commands/webhooks/update-webhook.ts'
import { webhookRecord } from '#domain/webhooks/webhook-record.ts'
import { type Api, contextOf } from '#http/api.ts'
import { endpoints } from '#projections/webhooks/endpoints.ts'
import { getWebhook } from '#queries/webhooks/get-webhook.ts'
import { listWebhooks } from '#queries/webhooks/list-webhooks.ts'
import type { Service } from '#service.ts'
import type { WebhookConfig } from '#services/webhooks/config.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import {
  CreateWebhookResponse,
  DeleteWebhookResponse,
  RotateSecretResponse,
  TestEventResponse,
  WebhookListResponse,
  WebhookParams,
  WebhookResponse,
} from './schemas.ts'

/** Far above the fields' limits; a megabyte of metadata would block the process for a second. */
const WEBHOOK_BYTES_MAX = 65_536

const tags = ['webhooks']
const access = { scope: 'webhooks:manage' } as const

const createWebhookOperation = {
  bodyLimit: WEBHOOK_BYTES_MAX,
  config: { ...access, errors: createWebhookErrors },
  schema: {
    tags,
    operationId: 'createWebhook',
    summary: 'Register an endpoint; its secret is shown once',
    description:
      'Registers an HTTPS address for events from now on, and returns the secret that signs deliveries: store it, it is never shown again. INVALID_REQUEST also means that the address is not public. CONFLICT means that your client has 100 endpoints, which is the maximum.',
    body: CreateWebhookBody,
    response: { 201: CreateWebhookResponse },
  },
}

const listWebhooksOperation = {
  config: access,
  schema: {
    tags,
    operationId: 'listWebhooks',
    summary: 'List your endpoints',
    description:
      'Lists all endpoints of your client, newest first, without their secrets. The list includes your latest changes.',
    response: { 200: WebhookListResponse },
  },
}

const getWebhookOperation = {
  config: access,
  schema: {
    tags,
    operationId: 'getWebhook',
    summary: 'Read an endpoint',
    description:
      'Reads the present state of an endpoint, without its secret. NOT_FOUND means that your client has no such endpoint, or has deleted it.',
    params: WebhookParams,
    response: { 200: WebhookResponse },
  },
}

const updateWebhookOperation = {
  bodyLimit: WEBHOOK_BYTES_MAX,
  config: access,
  schema: {
    tags,
    operationId: 'updateWebhook',
    summary: 'Change, enable or disable an endpoint',
    description:
      'Changes the fields in the body; the next delivery uses them. `status` disables the endpoint or enables it again: while it is disabled, attempts fail without a request, and a recovery sends the failed deliveries again. Only a rotation changes the secret.',
    params: WebhookParams,
    body: UpdateWebhookBody,
    response: { 200: WebhookResponse },
  },
}

const deleteWebhookOperation = {
  config: access,
  schema: {
    tags,
    operationId: 'deleteWebhook',
    summary: 'Delete an endpoint and cancel its pending deliveries',
    description:
      'Deletes the endpoint and cancels its pending deliveries. A request in progress may still arrive. Deleting it again is NOT_FOUND.',
    params: WebhookParams,
    response: { 200: DeleteWebhookResponse },
  },
}

const rotateWebhookSecretOperation = {
  config: { ...access, errors: rotateSecretErrors },
  schema: {
    tags,
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the secret of an endpoint',
    description:
      'Generates a new secret and returns it: store it, it is never shown again. It signs deliveries from now on; each earlier secret also signs for 24 hours after its replacement, so that receivers can be changed one after the other. CONFLICT means that two rotations met, or that five secrets are valid, which is the maximum; `details.until` is when the oldest one expires.',
    params: WebhookParams,
    response: { 200: RotateSecretResponse },
  },
}

const sendTestEventOperation = {
  config: access,
  schema: {
    tags,
    operationId: 'sendTestEvent',
    summary: 'Send a sample event of a type, without real data',
    description:
      'Queues a sample event of any type for this endpoint, subscribed to it or not, with `metadata.test_mode` true. It is signed, sent and retried like any other event, but its failures do not count against the endpoint. Read the delivery to see its outcome.',
    params: WebhookParams,
    body: SendTestEventBody,
    response: { 200: TestEventResponse },
  },
}

/** The spec's "Webhook module". `publicPrefixes`: of streams with public events. */
export function webhookRoutes(api: Api, service: Service<WebhookConfig>, publicPrefixes: readonly string[]): void {
  const loadOwn = (request: FastifyRequest) => {
    const { webhook_id } = request.params as { webhook_id: string }
    return getWebhook(service, request.caller.client_id, webhook_id)
  }
  /** 404 comes before the body is validated. */
  const preValidation = async (request: FastifyRequest) => void (await loadOwn(request))

  api.post('/webhooks', createWebhookOperation, async (request, reply) => {
    const { webhook_id, webhook, secret } = await createWebhook(
      service,
      contextOf(request, service.now()),
      request.body,
    )
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .send({ ...webhookRecord(webhook_id, webhook), secret })
  })

  api.get('/webhooks', listWebhooksOperation, async request => {
    await waitForCheckpoint(service, endpoints)
    return { data: await listWebhooks(service.db, request.caller.client_id) }
  })

  api.get('/webhooks/:webhook_id', { ...getWebhookOperation, preValidation }, async request =>
    webhookRecord(request.params.webhook_id, await loadOwn(request)),
  )

  api.patch('/webhooks/:webhook_id', { ...updateWebhookOperation, preValidation }, async request => {
    const { webhook_id } = request.params
    const webhook = await updateWebhook(service, contextOf(request, service.now()), { ...request.body, webhook_id })
    return webhookRecord(webhook_id, webhook)
  })

  api.delete('/webhooks/:webhook_id', { ...deleteWebhookOperation, preValidation }, async request => {
    const { webhook_id } = request.params
    await deleteWebhook(service, contextOf(request, service.now()), { webhook_id })
    return { webhook_id, status: 'deleted' as const }
  })

  api.post(
    '/webhooks/:webhook_id/rotate-secret',
    { ...rotateWebhookSecretOperation, preValidation },
    async (request, reply) => {
      const { webhook_id } = request.params
      const rotated = await rotateSecret(service, contextOf(request, service.now()), { webhook_id })
      return reply.header('cache-control', 'no-store').send({ webhook_id, ...rotated })
    },
  )

  api.post('/webhooks/:webhook_id/test', { ...sendTestEventOperation, preValidation }, async request => {
    const { webhook_id } = request.params
    const { event_type } = request.body
    const context = contextOf(request, service.now())
    const queued = await sendTestEvent(service, context, { webhook_id, event_type })
    return { webhook_id, event_type, ...queued, status: 'pending' as const }
  })

  deliveryRoutes(api, service, publicPrefixes, preValidation)
}
