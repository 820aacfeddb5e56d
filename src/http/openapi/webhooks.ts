import type { z } from 'zod'
import { API_VERSION } from '#domain/webhooks/envelope.ts'
import { EVENT_MEANINGS, EVENT_TYPES, type EventType } from '#domain/webhooks/event-types.ts'
import { sampleData } from '#domain/webhooks/sample-events.ts'
import DELIVERY_HEADERS from './delivery-headers.json' with { type: 'json' }
import type { EventSchemas } from './document-parts.ts'
import EVENT_SCHEMAS from './event-schemas.json' with { type: 'json' }
import { type Components, type JsonSchema, jsonSchemaOf } from './json-schema.ts'

const { EventMetadata: EVENT_METADATA, envelope: ENVELOPE } = EVENT_SCHEMAS

/** Constant, so that the document is the same every time. */
const SAMPLE_TIME = new Date('2026-11-01T12:00:00.000Z')

/** Every event type that a module emits, with its payload. Source: the spec, "Event envelope". */
export function webhooksSection(schemas: EventSchemas, components: Components): Record<string, JsonSchema> {
  components.schemas.set('EventMetadata', EVENT_METADATA)
  return Object.fromEntries(
    EVENT_TYPES.flatMap(type => {
      const schema = schemas[type]
      return schema === undefined ? [] : [[type, { post: delivery(type, schema, components) }]]
    }),
  )
}

const HOW_TO_ANSWER =
  'Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.'

function delivery(type: EventType, dataSchema: z.ZodType, components: Components): JsonSchema {
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
      id: ENVELOPE.id,
      type: { const: type, ...ENVELOPE.type },
      api_version: ENVELOPE.api_version,
      created_at: ENVELOPE.created_at,
      data: jsonSchemaOf(dataSchema, 'output', components),
      metadata: { $ref: '#/components/schemas/EventMetadata' },
    },
  }
  return {
    operationId: `on_${type.replace('.', '_')}`,
    summary: `The event ${type}`,
    description: `${EVENT_MEANINGS[type]} ${HOW_TO_ANSWER}`,
    tags: ['events'],
    // The signature authenticates the sender.
    security: [],
    parameters: DELIVERY_HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': {
        description:
          'The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried.',
      },
    },
  }
}
