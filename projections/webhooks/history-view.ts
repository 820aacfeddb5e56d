import { byClass, historyView } from '#declarations/history-view.ts'
import {
  changesIn,
  type DeliveryEvent,
  deliveryStreams,
  type WebhookEvent,
  type WebhookEventData,
  webhookStreams,
} from '#domain/webhooks/events.ts'

/** Of the client's own description and metadata only whether they were given. */
function settings({ description, metadata, ...data }: WebhookEventData<'WebhookUpdated'>) {
  const { url, events, rate_per_second } = changesIn(data)
  return {
    ...changesIn({ url, events, rate_per_second }),
    not_shown: Object.entries({ description, metadata }).flatMap(([name, value]) => (value === undefined ? [] : name)),
  }
}

export const webhookHistoryView = historyView<WebhookEvent>({
  streams: webhookStreams,
  plural: 'webhooks',
  version: 1,
  on: {
    WebhookCreated: settings,
    WebhookUpdated: settings,
    WebhookSecretRotated: byClass,
    WebhookDisabled: byClass,
    WebhookEnabled: byClass,
    WebhookDeleted: byClass,
  },
})

/** A delivery belongs to the owner of its endpoint. */
export const deliveryHistoryView = historyView<DeliveryEvent>({
  streams: deliveryStreams,
  plural: 'deliveries',
  version: 1,
  owner: ({ data }) => ({ stream: webhookStreams.stream(data.webhook_id) }),
})
