import type {
  DELIVERY_STREAM_PREFIX,
  DeliveryEvent,
  WEBHOOK_STREAM_PREFIX,
  WebhookEvent,
  WebhookEventData,
} from '#domain/webhooks/events.ts'
import { facts, whole } from '#projections/audit/facts.ts'

const WEBHOOK = 'webhook-' satisfies typeof WEBHOOK_STREAM_PREFIX
const DELIVERY = 'delivery-' satisfies typeof DELIVERY_STREAM_PREFIX

/** Of the client's own description and metadata only that they were given. */
function settings({ url, events, rate_per_second, ...data }: WebhookEventData<'WebhookUpdated'>) {
  const { description, metadata } = data
  return {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events }),
    ...(rate_per_second === undefined ? {} : { rate_per_second }),
    not_shown: Object.entries({ description, metadata }).flatMap(([name, value]) => (value === undefined ? [] : name)),
  }
}

/** What the history shows of webhook endpoints: no secret. */
export const webhookFacts = facts<WebhookEvent>({
  prefix: WEBHOOK,
  version: 1,
  owner: ({ type, data }) => (type === 'WebhookCreated' ? { client_id: data.client_id } : null),
  shown: {
    WebhookCreated: settings,
    WebhookUpdated: settings,
    WebhookSecretRotated: ({ version, previous_expires_at }) => ({ version, previous_expires_at }),
    WebhookDisabled: whole,
    WebhookEnabled: whole,
    WebhookDeleted: whole,
  },
})

/** A delivery is its endpoint's owner's. */
export const deliveryFacts = facts<DeliveryEvent>({
  prefix: DELIVERY,
  version: 1,
  owner: ({ data }) => ({ stream: `${WEBHOOK}${data.webhook_id}` }),
  shown: { DeliveryExhausted: whole },
})
