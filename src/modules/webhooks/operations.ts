import { CreateWebhookBody, createWebhookErrors } from '#commands/webhooks/create-webhook.ts'
import { RecoverBody } from '#commands/webhooks/recover-deliveries.ts'
import { rotateSecretErrors } from '#commands/webhooks/rotate-secret.ts'
import { SendTestEventBody } from '#commands/webhooks/send-test-event.ts'
import { UpdateWebhookBody } from '#commands/webhooks/update-webhook.ts'
import { WebhookStatisticsQuery, WebhookStatisticsResponse } from '#queries/webhooks/get-webhook-statistics.ts'
import { ListDeliveriesQuery } from '#queries/webhooks/list-deliveries.ts'
import { ListEventDeliveriesQuery } from '#queries/webhooks/list-event-deliveries.ts'
import { prose } from '#values/prose.ts'
import {
  CreateWebhookResponse,
  DeleteWebhookResponse,
  DeliveryListResponse,
  DeliveryParams,
  DeliveryResponse,
  EventDeliveriesParams,
  EventDeliveryListResponse,
  RecoveryParams,
  RecoveryResponse,
  RotateSecretResponse,
  TestEventResponse,
  WebhookListResponse,
  WebhookParams,
  WebhookResponse,
} from './schemas.ts'

/** Far above the fields' limits; a megabyte of metadata would block the process for a second. */
const WEBHOOK_BYTES_MAX = 65_536

/** `config` is added to the scope. */
function manage<Schema extends object, Config extends object>(schema: Schema, config?: Config) {
  return { config: { scope: 'webhooks:manage' as const, ...config }, schema: { tags: ['webhooks'], ...schema } }
}

export const createWebhookOperation = {
  bodyLimit: WEBHOOK_BYTES_MAX,
  ...manage(
    {
      operationId: 'createWebhook',
      summary: 'Register an endpoint; its secret is shown once',
      description: prose(
        'Registers an HTTPS address for events from now on, and returns the secret that signs deliveries: store',
        'it, it is never shown again. INVALID_REQUEST also means that the address is not public. CONFLICT means',
        'that your client has 100 endpoints, which is the maximum.',
      ),
      body: CreateWebhookBody,
      response: { 201: CreateWebhookResponse },
    },
    { errors: createWebhookErrors },
  ),
}

export const listWebhooksOperation = manage({
  operationId: 'listWebhooks',
  summary: 'List your endpoints',
  description:
    'Lists all endpoints of your client, newest first, without their secrets. The list includes your latest changes.',
  response: { 200: WebhookListResponse },
})

export const getWebhookOperation = manage({
  operationId: 'getWebhook',
  summary: 'Read an endpoint',
  description: prose(
    'Reads the present state of an endpoint, without its secret. NOT_FOUND means that your client has no such',
    'endpoint, or has deleted it.',
  ),
  params: WebhookParams,
  response: { 200: WebhookResponse },
})

export const updateWebhookOperation = {
  bodyLimit: WEBHOOK_BYTES_MAX,
  ...manage({
    operationId: 'updateWebhook',
    summary: 'Change, enable or disable an endpoint',
    description: prose(
      'Changes the fields in the body; the next delivery uses them. `status` disables the endpoint or enables it',
      'again: while it is disabled, attempts fail without a request, and a recovery sends the failed deliveries',
      'again. Only a rotation changes the secret.',
    ),
    params: WebhookParams,
    body: UpdateWebhookBody,
    response: { 200: WebhookResponse },
  }),
}

export const deleteWebhookOperation = manage({
  operationId: 'deleteWebhook',
  summary: 'Delete an endpoint and cancel its pending deliveries',
  description: prose(
    'Deletes the endpoint and cancels its pending deliveries. A request in progress may still arrive. Deleting it',
    'again is NOT_FOUND.',
  ),
  params: WebhookParams,
  response: { 200: DeleteWebhookResponse },
})

export const rotateWebhookSecretOperation = manage(
  {
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the secret of an endpoint',
    description: prose(
      'Generates a new secret and returns it: store it, it is never shown again. It signs deliveries from now on;',
      'each earlier secret also signs for 24 hours after its replacement, so that receivers can be changed one',
      'after the other. CONFLICT means that two rotations met, or that five secrets are valid, which is the',
      'maximum; `details.until` is when the oldest one expires.',
    ),
    params: WebhookParams,
    response: { 200: RotateSecretResponse },
  },
  { errors: rotateSecretErrors },
)

export const sendTestEventOperation = manage({
  operationId: 'sendTestEvent',
  summary: 'Send a sample event of a type, without real data',
  description: prose(
    'Queues a sample event of any type for this endpoint, subscribed to it or not, with `metadata.test_mode` true.',
    'It is signed, sent and retried like any other event, but its failures do not count against the endpoint. Read',
    'the delivery to see its outcome.',
  ),
  params: WebhookParams,
  body: SendTestEventBody,
  response: { 200: TestEventResponse },
})

export const listDeliveriesOperation = manage({
  operationId: 'listDeliveries',
  summary: 'List deliveries, newest first',
  description: prose(
    'Lists the endpoint’s deliveries, sent and pending, newest first, page by page with a cursor. A delivery is',
    'listed as soon as the request that caused it is answered. Deliveries are kept for 30 days. INVALID_REQUEST',
    'means that a filter or the cursor is invalid.',
  ),
  params: WebhookParams,
  querystring: ListDeliveriesQuery,
  response: { 200: DeliveryListResponse },
})

export const getWebhookStatisticsOperation = manage(
  {
    operationId: 'getWebhookStatistics',
    summary: 'Count deliveries by outcome, with the time from event to response',
    description: prose(
      'Counts, for each step, how many deliveries succeeded at the first attempt, succeeded later, were given up, or',
      'began to wait for a second attempt, by the time of the attempt, and how long it took from the event to the',
      'response that accepted it; for all endpoints of your client, or for the one in `webhook_id`. Test events do not',
      'count. Steps are whole hours, days or months in UTC. Counts are kept for 400 days, also those of deleted',
      'endpoints. NOT_FOUND means that your client never had such an endpoint. INVALID_REQUEST means that a parameter',
      'is missing or wrong, that `since` is not before `until`, or that there are more than 1,000 steps.',
    ),
    querystring: WebhookStatisticsQuery,
    response: { 200: WebhookStatisticsResponse },
  },
  { errors: ['NOT_FOUND'] as const },
)

export const listEventDeliveriesOperation = manage({
  operationId: 'listEventDeliveries',
  summary: 'List the deliveries of an event at all endpoints',
  description: prose(
    'Lists where an event was sent, or will be: its deliveries at all your endpoints, deleted ones too, newest',
    'first. The list is empty where no endpoint subscribed to it, and after 30 days. NOT_FOUND means that there is',
    'no such event, or that it is another client’s. An event about a restricted person also needs the scope',
    '`audit:read`. INVALID_REQUEST means that the cursor is invalid.',
  ),
  params: EventDeliveriesParams,
  querystring: ListEventDeliveriesQuery,
  response: { 200: EventDeliveryListResponse },
})

export const getDeliveryOperation = manage({
  operationId: 'getDelivery',
  summary: 'Read a delivery with its attempts',
  description: prose(
    'Reads a delivery with every attempt: its time, its duration and the endpoint’s response. NOT_FOUND means that',
    'the endpoint has no such delivery, or that it is older than 30 days. A delivery about a restricted person',
    'also needs the scope `audit:read`.',
  ),
  params: DeliveryParams,
  response: { 200: DeliveryResponse },
})

export const retryDeliveryOperation = manage({
  operationId: 'retryDelivery',
  summary: 'Send a delivery once more, now',
  description: prose(
    'Makes one more attempt now, whatever the delivery’s status, and returns the delivery, which is pending until',
    'the attempt is over. The attempt does not count in the schedule: when it fails, a pending delivery keeps its',
    'next attempt, a failed one stays failed, and a succeeded one stays succeeded. An attempt in progress is not',
    'interrupted. A delivery about a restricted person also needs the scope `audit:read`.',
  ),
  params: DeliveryParams,
  response: { 200: DeliveryResponse },
})

export const recoverDeliveriesOperation = manage({
  operationId: 'recoverDeliveries',
  summary: 'Send again failed deliveries, events that were never queued, or all events of a time range',
  description: prose(
    'Sends again what the endpoint missed in a time range, after an outage of yours: deliveries that used up their',
    'attempts, or events that were never queued for it, for example because it was not registered yet. They are',
    'queued step by step; read the recovery to see its progress. Receivers drop repeats by event id. With `mode:',
    'replay` all events of the endpoint’s types are sent again, delivered or not, also those older than 30 days:',
    'for a receiver that was restored from a backup, or a new one that starts with history. Each object’s events',
    'arrive in their original order, the next one after the previous one was accepted or given up; deliveries have',
    '`metadata.replay`; a few dozen are queued at a time, so that new events do not wait behind history. A replay',
    'to a disabled endpoint waits until the endpoint is enabled. Events about restricted people are left out.',
    'INVALID_REQUEST means that `since` is not before `until`.',
  ),
  params: WebhookParams,
  body: RecoverBody,
  response: { 200: RecoveryResponse },
})

export const getRecoveryOperation = manage({
  operationId: 'getRecovery',
  summary: 'Read the progress of a recovery',
  description: prose(
    'Reads how many deliveries of a recovery are queued, and whether all are. NOT_FOUND means that the endpoint',
    'has no such recovery.',
  ),
  params: RecoveryParams,
  response: { 200: RecoveryResponse },
})
