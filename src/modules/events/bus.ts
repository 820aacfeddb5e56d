import { z } from 'zod'
import { OUTBOUND_SUBJECT } from '#bus/streams.ts'
import { API_VERSION } from '#domain/webhooks/envelope.ts'
import { EVENT_MEANINGS, EVENT_TYPES, type EventType } from '#domain/webhooks/event-types.ts'
import { sampleData } from '#domain/webhooks/sample-events.ts'
import type { BusOperation } from '#http/asyncapi/bus-operation.ts'
import type { EventSchemas } from '#http/openapi/document-parts.ts'
import { EventResponse } from './schemas.ts'

const PUBLISHED =
  'Published to the JetStream stream `SECURITY_OUT`, once, in the order of the log, whether or not an endpoint subscribes to it; the header `Nats-Msg-Id` is the id of the event. You subscribe to no subject: an operator makes you a durable consumer by `npm run bus -- reader add NAME`, from which you pull and acknowledge each message, with the inbox prefix of your login. Needs `BUS=out`.'
/** Constant, so that the document is the same every time. */
const SAMPLE_TIME = new Date('2026-11-01T12:00:00.000Z')

/** Every public event as it is published, for the AsyncAPI document. */
export function publishedEvents(schemas: EventSchemas): BusOperation[] {
  return EVENT_TYPES.map(type => operationOf(type, schemas[type]))
}

function operationOf(type: EventType, data: z.ZodType | undefined): BusOperation {
  const name = `Event_${type.replaceAll('.', '_')}`
  const schema = EventResponse.omit({ type: true, data: true }).extend({
    type: z.literal(type).describe('Type of the event.'),
    data: (data ?? EventResponse.shape.data).describe('The object right after the event, as endpoints get it.'),
  })
  return {
    id: `publish_${type.replaceAll('.', '_')}`,
    subject: `${OUTBOUND_SUBJECT}.{client_id}.${type}`,
    action: 'send',
    summary: `The event ${type}`,
    description: `${EVENT_MEANINGS[type]} ${PUBLISHED}`,
    message: {
      name,
      summary: `The event ${type}`,
      schema,
      example: {
        id: 'evt_0195a1b2-0000-5000-8000-000000000000',
        type,
        api_version: API_VERSION,
        created_at: SAMPLE_TIME.toISOString(),
        data: sampleData(type, SAMPLE_TIME),
        metadata: { sequence: 1, test_mode: false },
      },
    },
  }
}
