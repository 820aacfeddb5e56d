import type { Recorded } from '#decider.ts'
import { isOperational } from '#domain/webhooks/event-types.ts'
import { type WebhookEvent, webhookIdOf } from '#domain/webhooks/events.ts'
import { type Draft, publicId } from './draft.ts'

/**
 * Operational events: an endpoint that the service switched off and a delivery it gave up are told to the client's other
 * endpoints. What the owner did is not news to the owner, and a lost operational event is not announced in turn.
 */
export function webhookEvent(event: Recorded<WebhookEvent>): Draft | null {
  const webhook_id = webhookIdOf(event.stream)
  const shared = {
    client_id: event.metadata.actor.client_id,
    sequence: event.revision + 1,
    subject: null,
    except: webhook_id,
  }
  const { at } = event
  if (event.type === 'WebhookDisabled' && event.data.reason !== 'requested') {
    const data = { object: 'webhook', webhook_id, ...event.data, disabled_at: at }
    return { ...shared, event: { id: publicId(event), type: 'webhook.disabled', created_at: at, data } }
  }
  if (event.type === 'DeliveryExhausted' && !isOperational(event.data.event_type)) {
    const data = { object: 'webhook_delivery', webhook_id, ...event.data, exhausted_at: at }
    return { ...shared, event: { id: publicId(event), type: 'webhook.delivery_exhausted', created_at: at, data } }
  }
  return null
}
