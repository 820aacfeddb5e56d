import { z } from 'zod'
import { API_VERSION } from '#domain/webhooks/envelope.ts'
import { EVENT_TYPES } from '#domain/webhooks/event-types.ts'
import { pagination } from '#values/page.ts'
import { prose } from '#values/prose.ts'

/** The envelope of a delivery without the fields of one endpoint and one attempt. */
export const EventResponse = z
  .object({
    id: z
      .string()
      .describe('`evt_` and a UUID: the same here, in every delivery, attempt and replay (X-Service-Event-ID).'),
    type: z.enum(EVENT_TYPES).describe('Type of the event, as endpoints subscribe to it.'),
    api_version: z.string().describe(`Version of the shape of the event, a date: ${API_VERSION}.`),
    created_at: z.string().describe('When it happened: ISO 8601, UTC, milliseconds.'),
    data: z
      .record(z.string(), z.unknown())
      .describe(
        prose(
          'The object right after the event, as it was delivered, in the schema of the type under "Webhooks";',
          '`object` names its kind. The data of an erased person are `[erased]`.',
        ),
      ),
    metadata: z
      .object({
        sequence: z
          .int()
          .describe(
            prose(
              'Counts the events of one object from 1, so that they can be ordered; events that are not public leave',
              'gaps.',
            ),
          ),
        test_mode: z.boolean().describe('Whether the service is a sandbox, where no money moves.'),
      })
      .describe('The metadata that all deliveries of the event have in common.'),
  })
  .meta({
    id: 'EventRecord',
    description: 'An event as it is delivered, without the fields of one endpoint and one attempt.',
  })
export type EventResponse = z.infer<typeof EventResponse>

export const EventListResponse = z
  .object({
    data: z.array(EventResponse).describe('Newest first.'),
    pagination,
  })
  .describe('A page of events.')

export const EventParams = z.object({
  event_id: z.string().describe('`id` of an event: `evt_` and a UUID, as in X-Service-Event-ID and `GET /events`.'),
})
