import { z } from 'zod'
import type { Recorded } from '#decider.ts'
import { type Draft, publicId } from '#delivery/enqueue/draft.ts'
import type { PublicEvents } from '#delivery/enqueue/public-events.ts'
import { isOperational } from '#domain/webhooks/event-types.ts'
import {
  DELIVERY_STREAM_PREFIX,
  type DeliveryEvent,
  deliveryIdOf,
  deliveryEvents as deliverySchemas,
  WEBHOOK_STREAM_PREFIX,
  type WebhookEvent,
  webhookIdOf,
  webhookEvents as webhookSchemas,
} from '#domain/webhooks/events.ts'

/** Fields of a newer version pass. */
const SCHEMAS = new Map<string, z.ZodType>(
  Object.entries({ ...webhookSchemas, ...deliverySchemas }).map(([type, schema]) => [type, schema.loose()]),
)
const Envelope = z.object({
  stream: z.string().regex(/^(webhook-wh|delivery-dlv)_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  metadata: z.object({ actor: z.object({ client_id: z.string() }) }),
})

/**
 * Operational events: an endpoint that the service switched off and a delivery it gave up are told to the client's other
 * endpoints. What the owner did is not news to the owner, and a lost operational event is not announced in turn.
 */
function draft(event: Recorded<WebhookEvent | DeliveryEvent>): Draft | null {
  if (event.type === 'WebhookDisabled' && event.data.reason !== 'requested') {
    const webhook_id = webhookIdOf(event.stream)
    return notice(event, 'webhook.disabled', webhook_id, {
      object: 'webhook',
      webhook_id,
      ...event.data,
      disabled_at: event.at,
    })
  }
  if (event.type === 'DeliveryExhausted' && !isOperational(event.data.event_type)) {
    return notice(event, 'webhook.delivery_exhausted', event.data.webhook_id, {
      object: 'webhook_delivery',
      delivery_id: deliveryIdOf(event.stream),
      ...event.data,
      exhausted_at: event.at,
    })
  }
  return null
}

/**
 * Throws ZodError for an event that is not what its type says: as a route it would make others fail that meet it later. Types of a
 * newer version pass.
 */
function refuseMisshapen(event: Recorded<WebhookEvent | DeliveryEvent>): void {
  const schema = SCHEMAS.get(event.type)
  if (schema === undefined) return
  Envelope.parse(event)
  schema.parse(event.data)
}

function notice(
  event: Recorded,
  type: 'webhook.disabled' | 'webhook.delivery_exhausted',
  except: string,
  data: Draft['event']['data'],
): Draft {
  return {
    event: { id: publicId(event), type, created_at: event.at, data },
    client_id: event.metadata.actor.client_id,
    sequence: event.revision + 1,
    subject: null,
    except,
  }
}

export const webhookEvents: PublicEvents = {
  prefixes: [WEBHOOK_STREAM_PREFIX, DELIVERY_STREAM_PREFIX],
  schemas: {},
  translator: () => async events =>
    events.map(event => {
      const own = event as Recorded<WebhookEvent | DeliveryEvent>
      refuseMisshapen(own)
      return draft(own)
    }),
}
