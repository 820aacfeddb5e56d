import type { FastifyRequest } from 'fastify'
import { CreateWebhookBody, createWebhook } from '#commands/webhooks/create-webhook.ts'
import { deleteWebhook } from '#commands/webhooks/delete-webhook.ts'
import { rotateSecret } from '#commands/webhooks/rotate-secret.ts'
import { SendTestEventBody, sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { UpdateWebhookBody, updateWebhook } from '#commands/webhooks/update-webhook.ts'
import { webhookRecord } from '#domain/webhooks/webhook-record.ts'
import { type Api, contextOf } from '#http/api.ts'
import { endpoints } from '#projections/webhooks/endpoints.ts'
import { getWebhook } from '#queries/webhooks/get-webhook.ts'
import { listWebhooks } from '#queries/webhooks/list-webhooks.ts'
import type { Service } from '#service.ts'
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

/** Far above what an endpoint's fields may hold; a megabyte of metadata would keep the process for a second. */
const WEBHOOK_BYTES_MAX = 65_536
/** How long the list waits for what its caller has just created, changed or deleted; the read model is behind by milliseconds. */
const OWN_WRITES_MS_MAX = 500

/** The spec's "Webhook module". `publicPrefixes`: of the streams that are told to endpoints. */
export function webhookRoutes(api: Api, service: Service, publicPrefixes: readonly string[]): void {
  const described = { tags: ['webhooks'] }
  const config = { scope: 'webhooks:manage' } as const
  const loadOwn = (request: FastifyRequest) => {
    const { webhook_id } = request.params as { webhook_id: string }
    return getWebhook(service, request.caller.client_id, webhook_id)
  }
  /** 404 comes before the body is looked at. */
  const preValidation = async (request: FastifyRequest) => void (await loadOwn(request))

  api.post(
    '/webhooks',
    {
      bodyLimit: WEBHOOK_BYTES_MAX,
      config: { ...config, errors: ['CONFLICT'] },
      schema: {
        ...described,
        operationId: 'createWebhook',
        summary: 'Register an endpoint; its secret is shown once',
        description:
          'Registers an HTTPS address that events are sent to from now on, and answers with the secret that deliveries are signed with: store it, it is never shown again. Addresses that are not public are refused with INVALID_REQUEST. CONFLICT means that your client has 100 endpoints, which is as many as there may be.',
        body: CreateWebhookBody,
        response: { 201: CreateWebhookResponse },
      },
    },
    async (request, reply) => {
      const { webhook_id, webhook, secret } = await createWebhook(
        service,
        contextOf(request, service.now()),
        request.body,
      )
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ ...webhookRecord(webhook_id, webhook), secret })
    },
  )

  api.get(
    '/webhooks',
    {
      config,
      schema: {
        ...described,
        operationId: 'listWebhooks',
        summary: 'List your endpoints',
        description:
          'Lists all endpoints of your client, newest first, without their secrets. What you have just registered, changed or deleted is in it.',
        response: { 200: WebhookListResponse },
      },
    },
    async request => {
      await waitForCheckpoint(service, {
        subscription: endpoints.name,
        prefixes: endpoints.prefixes,
        msMax: OWN_WRITES_MS_MAX,
      })
      return { data: await listWebhooks(service.db, request.caller.client_id) }
    },
  )

  api.get(
    '/webhooks/:webhook_id',
    {
      config,
      preValidation,
      schema: {
        ...described,
        operationId: 'getWebhook',
        summary: 'Read an endpoint',
        description:
          'Reads an endpoint as it stands at this moment, without its secret. NOT_FOUND means that your client has no such endpoint, or has deleted it.',
        params: WebhookParams,
        response: { 200: WebhookResponse },
      },
    },
    async request => webhookRecord(request.params.webhook_id, await loadOwn(request)),
  )

  api.patch(
    '/webhooks/:webhook_id',
    {
      bodyLimit: WEBHOOK_BYTES_MAX,
      config,
      preValidation,
      schema: {
        ...described,
        operationId: 'updateWebhook',
        summary: 'Change an endpoint, or switch it on or off',
        description:
          'Changes what the body names and leaves the rest; the next delivery goes by it. `status` switches the endpoint off and on again: while it is off attempts fail without a request being made, and what failed for good in that time is sent again by a recovery. The secret is changed by a rotation only.',
        params: WebhookParams,
        body: UpdateWebhookBody,
        response: { 200: WebhookResponse },
      },
    },
    async request => {
      const { webhook_id } = request.params
      const webhook = await updateWebhook(service, contextOf(request, service.now()), webhook_id, request.body)
      return webhookRecord(webhook_id, webhook)
    },
  )

  api.delete(
    '/webhooks/:webhook_id',
    {
      config,
      preValidation,
      schema: {
        ...described,
        operationId: 'deleteWebhook',
        summary: 'Delete an endpoint and cancel what waits for it',
        description:
          'Takes the endpoint away for good and cancels what waits for it. A request that is under way may still arrive. Deleting it again is NOT_FOUND.',
        params: WebhookParams,
        response: { 200: DeleteWebhookResponse },
      },
    },
    async request => {
      const { webhook_id } = request.params
      await deleteWebhook(service, contextOf(request, service.now()), webhook_id)
      return { webhook_id, status: 'deleted' as const }
    },
  )

  api.post(
    '/webhooks/:webhook_id/rotate-secret',
    {
      config: { ...config, errors: ['CONFLICT'] },
      preValidation,
      schema: {
        ...described,
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate the secret of an endpoint',
        description:
          'Makes a new secret and answers with it: store it, it is never shown again. Deliveries are signed with it from now on, and with each secret before for 24 hours after it was replaced, so that receivers can be changed one after the other. CONFLICT means that two rotations met, or that five secrets are valid, which is as many as there may be; `details.until` says when the oldest one ends.',
        params: WebhookParams,
        response: { 200: RotateSecretResponse },
      },
    },
    async (request, reply) => {
      const { webhook_id } = request.params
      const rotated = await rotateSecret(service, contextOf(request, service.now()), webhook_id)
      return reply.header('cache-control', 'no-store').send({ webhook_id, ...rotated })
    },
  )

  api.post(
    '/webhooks/:webhook_id/test',
    {
      config,
      preValidation,
      schema: {
        ...described,
        operationId: 'sendTestEvent',
        summary: 'Send a sample event of a type; real data is not touched',
        description:
          'Queues a sample event of any type for this endpoint, subscribed to it or not, with `metadata.test_mode` true. It is signed, sent and retried like any other and counts for nothing; no real data is touched. Read the delivery to see what became of it.',
        params: WebhookParams,
        body: SendTestEventBody,
        response: { 200: TestEventResponse },
      },
    },
    async request => {
      const { webhook_id } = request.params
      const { event_type } = request.body
      const context = contextOf(request, service.now())
      const queued = await sendTestEvent(service, context, webhook_id, event_type)
      return { webhook_id, event_type, ...queued, status: 'pending' as const }
    },
  )

  deliveryRoutes(api, service, publicPrefixes, preValidation)
}
