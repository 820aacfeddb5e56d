import { API_VERSION } from '#domain/webhooks/envelope.ts'
import { EVENT_TYPES, type EventType } from '#domain/webhooks/event-types.ts'
import { sampleData } from '#domain/webhooks/sample-events.ts'
import { PublicRefund } from '#modules/refunds/schemas.ts'
import { type Components, type JsonSchema, jsonSchemaOf } from './json-schema.ts'

/** Any moment, so that the document is the same every time. */
const SAMPLE_TIME = new Date('2026-11-01T12:00:00.000Z')

const signed = (description: string, required = true) => ({
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})
const deliveryHeaders = [
  {
    name: 'X-Service-Signature',
    ...signed(
      'Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first',
    ),
  },
  {
    name: 'X-Service-Signature-Previous',
    ...signed(
      'While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated',
      false,
    ),
  },
  { name: 'X-Service-Timestamp', ...signed('Unix seconds of sending; refuse more than 300 seconds of difference') },
  { name: 'X-Service-Event-ID', ...signed('The same over all attempts: use it to drop repeats') },
  { name: 'X-Service-Webhook-ID', ...signed('The endpoint this was sent to') },
  { name: 'webhook-id', ...signed('Standard Webhooks: the event id') },
  { name: 'webhook-timestamp', ...signed('Standard Webhooks: Unix seconds of sending') },
  {
    name: 'webhook-signature',
    ...signed('Standard Webhooks: signs the event id too; a list, made with every valid secret'),
  },
]

/** The document's `webhooks`: every event type with the payload that a receiver gets. Source: the spec, "Event envelope". */
export function webhooksSection(components: Components): Record<string, JsonSchema> {
  components.schemas.set('EventMetadata', {
    type: 'object',
    required: ['webhook_id', 'delivery_attempt', 'sequence', 'test_mode'],
    properties: {
      webhook_id: { type: 'string' },
      delivery_attempt: { type: 'integer', minimum: 1 },
      sequence: { type: 'integer', description: 'Numbers the events of one object from 1' },
      test_mode: { type: 'boolean' },
    },
  })
  return Object.fromEntries(EVENT_TYPES.map(type => [type, { post: delivery(type, components) }]))
}

function delivery(type: EventType, components: Components): JsonSchema {
  const data = sampleData(type, SAMPLE_TIME)
  const example = {
    id: 'evt_0195a1b2-0000-5000-8000-000000000000',
    type,
    api_version: API_VERSION,
    created_at: SAMPLE_TIME.toISOString(),
    data,
    metadata: { webhook_id: 'wh_sample', delivery_attempt: 1, sequence: 1, test_mode: false },
  }
  const schema = {
    type: 'object',
    required: ['id', 'type', 'api_version', 'created_at', 'data', 'metadata'],
    properties: {
      id: { type: 'string' },
      type: { const: type },
      api_version: { type: 'string' },
      created_at: { type: 'string', format: 'date-time' },
      data:
        data.object === 'refund'
          ? jsonSchemaOf(PublicRefund, 'output', components)
          : { ...shapeOf(data), required: ['object'] },
      metadata: { $ref: '#/components/schemas/EventMetadata' },
    },
  }
  return {
    operationId: `on_${type.replace('.', '_')}`,
    summary: `The event ${type}`,
    tags: ['events'],
    parameters: deliveryHeaders,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: { '2XX': { description: 'Taken. Anything else, or no answer within 30 seconds, is retried.' } },
  }
}

/** The fields a sample has, with their types: the samples are what the test endpoint sends, so the two can't drift apart. */
function shapeOf(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array', items: value.length === 0 ? {} : shapeOf(value[0]) }
  if (typeof value === 'number') return { type: 'number' }
  if (typeof value === 'boolean') return { type: 'boolean' }
  if (typeof value !== 'object' || value === null) return { type: 'string' }
  const properties = Object.entries(value).map(([name, of]) => [name, name === 'object' ? { const: of } : shapeOf(of)])
  return { type: 'object', properties: Object.fromEntries(properties) }
}
