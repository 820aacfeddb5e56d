import type { DeliveryEvent } from '#domain/webhooks/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'

/** Why an endpoint is switched off, and its revision when it failed. */
export type EndpointFailure = { reason: 'gone' | 'failing'; failed_days: string[]; failed_revision: number }

/** The commands that record what delivery finds out about endpoints. The module of endpoints brings them. */
export type EndpointCommands = {
  /** Errors: NOT_FOUND. */
  disableWebhook(service: Service, context: Context, webhookId: string, failure: EndpointFailure): Promise<void>
  reportExhausted(service: Service, context: Context, deliveryId: string, data: DeliveryEvent['data']): Promise<void>
}
