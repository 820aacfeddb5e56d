import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { publicEventSource } from '#declarations/public-events.ts'
import {
  type Draft,
  type PublicEventDeclaration,
  publicId,
  type TranslateEvents,
} from '#delivery/enqueue/public-event-declaration.ts'
import { webhooks } from '#domain/webhooks/decider.ts'
import { isOperational } from '#domain/webhooks/event-types.ts'
import { type DeliveryEvent, deliveryStreams, type WebhookEvent, webhookStreams } from '#domain/webhooks/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { deliveryHistoryView, webhookHistoryView } from '#projections/webhooks/history-view.ts'
import type { Service } from '#service.ts'
import { OPERATIONAL_EVENTS } from './schemas.ts'

/** Cached owners; an owner never changes. */
const OWNERS_MAX = 10_000

const Envelope = z.object({
  stream: z.string().regex(/^(webhook-wh|delivery-dlv)_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
})

/** Only what the service did: the owner's own requests are not news to the owner. */
const webhookSource = publicEventSource<WebhookEvent, 'webhook.disabled'>({
  streams: webhookStreams,
  version: 1,
  owner: webhookHistoryView.owner,
  type: ({ type, data }) => (type === 'WebhookDisabled' && data.reason !== 'requested' ? 'webhook.disabled' : null),
})

/** A failed operational event causes no further event. */
const deliverySource = publicEventSource<DeliveryEvent, 'webhook.delivery_exhausted'>({
  streams: deliveryStreams,
  version: 1,
  owner: deliveryHistoryView.owner,
  type: ({ data }) => (isOperational(data.event_type) ? null : 'webhook.delivery_exhausted'),
})

/**
 * A disabled endpoint and an exhausted delivery become events for the client's other endpoints. Throws for an event
 * that does not match its schema, or whose stream's name is not ours: as a route it would make later events fail. Types
 * of a newer version pass.
 */
function createWebhookTranslator({ execute }: Pick<Service, 'execute'>, max = OWNERS_MAX): TranslateEvents {
  const owners = new LRUCache<string, string>({ max })

  /** The owner, from the endpoint's stream; the event's actor can be the service. Null without such an endpoint. */
  async function ownerOf(webhookId: string): Promise<string | null> {
    const known = owners.get(webhookId)
    if (known !== undefined) return known
    const { state } = await execute.load(webhooks, webhookId)
    if (state.status === 'absent') return null
    owners.set(webhookId, state.client_id)
    return state.client_id
  }

  async function toDraft(
    event: Recorded,
    type: 'webhook.disabled' | 'webhook.delivery_exhausted',
    except: string,
    data: Draft['event']['data'],
  ): Promise<Draft | null> {
    const client_id = await ownerOf(except)
    if (client_id === null) return null
    const publicEvent = { id: publicId(event), type, created_at: event.at, data }
    return { event: publicEvent, client_id, sequence: event.revision + 1, subject: null, withheld: false, except }
  }

  async function draft(recorded: Recorded<DomainEvent>): Promise<Draft | null> {
    if (webhookStreams.has(recorded)) {
      const { type, data, at } = webhookStreams.parse(recorded)
      if (webhookStreams.types.includes(type)) Envelope.parse(recorded)
      if (type !== 'WebhookDisabled' || webhookSource.type(recorded) === null) return null
      const webhook_id = webhookStreams.idOf(recorded)
      const payload = { object: 'webhook', webhook_id, ...data, disabled_at: at }
      return toDraft(recorded, 'webhook.disabled', webhook_id, payload)
    }
    const { type, data, at } = deliveryStreams.parse(recorded)
    if (deliveryStreams.types.includes(type)) Envelope.parse(recorded)
    if (type !== 'DeliveryExhausted' || deliverySource.type(recorded) === null) return null
    const delivery_id = deliveryStreams.idOf(recorded)
    const payload = { object: 'webhook_delivery', delivery_id, ...data, exhausted_at: at }
    return toDraft(recorded, 'webhook.delivery_exhausted', data.webhook_id, payload)
  }

  return events => Promise.all(events.map(draft))
}

export const webhookEvents: PublicEventDeclaration = {
  prefixes: [webhookStreams.prefix, deliveryStreams.prefix],
  sources: [webhookSource, deliverySource],
  schemas: OPERATIONAL_EVENTS,
  translator: createWebhookTranslator,
}
