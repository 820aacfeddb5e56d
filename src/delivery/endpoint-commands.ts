import type { DeliveryEvent } from '#domain/webhooks/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'

/** `failed_revision`: the endpoint's revision when it failed. */
export type EndpointFailure = { reason: 'gone' | 'failing'; failed_days: string[]; failed_revision: number }

/** Record what delivery finds out about endpoints. The webhooks module provides them. */
export type EndpointCommands = {
  /** Errors: NOT_FOUND. */
  disableWebhook(service: Service, context: Context, input: { webhook_id: string } & EndpointFailure): Promise<void>
  reportExhausted(
    service: Service,
    context: Context,
    input: { delivery_id: string; data: DeliveryEvent['data'] },
  ): Promise<void>
}
