import type { z } from 'zod'
import { API_VERSION } from '#domain/webhooks/envelope.ts'
import { EVENT_MEANINGS, EVENT_TYPES, type EventType } from '#domain/webhooks/event-types.ts'
import { SAMPLE_FIELDS, sampleData } from '#domain/webhooks/sample-events.ts'
import { type Components, type JsonSchema, jsonSchemaOf } from './json-schema.ts'

/** Schemas of `data`, by event type; of a type without one the sample is described. */
export type EventSchemas = Partial<Record<EventType, z.ZodType>>

/** Any moment, so that the document is the same every time. */
const SAMPLE_TIME = new Date('2026-11-01T12:00:00.000Z')

const stringHeader = (description: string, required = true) => ({
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})
const deliveryHeaders = [
  {
    name: 'X-Service-Signature',
    ...stringHeader(
      'Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first.',
    ),
  },
  {
    name: 'X-Service-Signature-Previous',
    ...stringHeader(
      'While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated.',
      false,
    ),
  },
  {
    name: 'X-Service-Timestamp',
    ...stringHeader('Unix seconds of sending; refuse more than 300 seconds of difference.'),
  },
  { name: 'X-Service-Event-ID', ...stringHeader('The same over all attempts: use it to drop repeats.') },
  { name: 'X-Service-Webhook-ID', ...stringHeader('The endpoint that this was sent to.') },
  { name: 'webhook-id', ...stringHeader('Standard Webhooks: the event id.') },
  { name: 'webhook-timestamp', ...stringHeader('Standard Webhooks: Unix seconds of sending.') },
  {
    name: 'webhook-signature',
    ...stringHeader('Standard Webhooks: signs the event id too; a list, made with every valid secret.'),
  },
]

/** The document's `webhooks`: every event type with the payload that a receiver gets. Source: the spec, "Event envelope". */
export function webhooksSection(schemas: EventSchemas, components: Components): Record<string, JsonSchema> {
  components.schemas.set('EventMetadata', {
    type: 'object',
    description: 'What differs from endpoint to endpoint and from attempt to attempt.',
    required: ['webhook_id', 'delivery_attempt', 'sequence', 'test_mode'],
    properties: {
      webhook_id: { type: 'string', description: 'The endpoint that this was sent to: `wh_` and a UUID.' },
      delivery_attempt: { type: 'integer', minimum: 1, description: 'Number of this attempt, 1 for the first.' },
      sequence: {
        type: 'integer',
        description: 'Numbers the events of one object from 1, so that they can be put in order.',
      },
      test_mode: {
        type: 'boolean',
        description: 'True for test events, and for all events of a service that is not in production.',
      },
      replay: { const: true, description: 'Only in history that you asked to be sent again, with `recover`.' },
    },
  })
  return Object.fromEntries(EVENT_TYPES.map(type => [type, { post: delivery(type, schemas[type], components) }]))
}

const NOT_EMITTED = ' It is declared and not emitted yet: only test events of it are sent.'
const HOW_TO_ANSWER =
  'Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.'

function delivery(type: EventType, dataSchema: z.ZodType | undefined, components: Components): JsonSchema {
  const data = sampleData(type, SAMPLE_TIME)
  const isEmitted = dataSchema !== undefined
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
      id: {
        type: 'string',
        description:
          'The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats.',
      },
      type: { const: type, description: 'The type of the event.' },
      api_version: { type: 'string', description: 'Version of the envelope and of the payload, a date.' },
      created_at: {
        type: 'string',
        format: 'date-time',
        description: 'When it happened; ISO 8601, UTC, milliseconds.',
      },
      data: isEmitted
        ? jsonSchemaOf(dataSchema, 'output', components)
        : { ...sampleSchemaOf(data), description: 'The object as it stood then.', required: ['object'] },
      metadata: { $ref: '#/components/schemas/EventMetadata' },
    },
  }
  return {
    operationId: `on_${type.replace('.', '_')}`,
    summary: `The event ${type}`,
    description: `${EVENT_MEANINGS[type]}${isEmitted ? '' : NOT_EMITTED} ${HOW_TO_ANSWER}`,
    tags: ['events'],
    // It is the signature that says who sends.
    security: [],
    parameters: deliveryHeaders,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': { description: 'The event is taken. Anything else, or no answer within 30 seconds, is retried.' },
    },
  }
}

/** The fields a sample has, with their types: the samples are what the test endpoint sends, so the two can't drift apart. */
function sampleSchemaOf(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array', items: value.length === 0 ? {} : sampleSchemaOf(value[0]) }
  if (typeof value === 'number') return { type: 'number' }
  if (typeof value === 'boolean') return { type: 'boolean' }
  if (typeof value !== 'object' || value === null) return { type: 'string' }
  const properties = Object.entries(value).map(([name, of]) => [
    name,
    { description: SAMPLE_FIELDS[name], ...(name === 'object' ? { const: of } : sampleSchemaOf(of)) },
  ])
  return { type: 'object', properties: Object.fromEntries(properties) }
}
