import { webhookStreams } from '#domain/webhooks/events.ts'
import type { NotificationTrigger } from './notification-trigger.ts'

/** Notifies the registrant of an endpoint, unless they disabled it themselves. */
export const endpoints: NotificationTrigger = {
  prefix: webhookStreams.prefix,
  types: ['WebhookDisabled'],
  notificationOf(stored) {
    const events = stored.map(webhookStreams.parse)
    const [created, last] = [events[0], events.at(-1)]
    if (created?.type !== 'WebhookCreated' || last?.type !== 'WebhookDisabled') return null
    const owner = created.metadata.actor
    if (last.metadata.actor.sub === owner.sub) return null
    const { client_id } = created.data
    return {
      person: { client_id, user_id: owner.sub },
      category: 'security_alert',
      message: 'webhook_disabled',
      amount: null,
      data: {
        ...{ alert_type: 'webhook_disabled', alert_id: last.id, reason: last.data.reason },
        webhook_id: webhookStreams.idOf(last),
      },
      device: null,
    }
  },
}
