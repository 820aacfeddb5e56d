import { Rejection } from '#values/errors.ts'
import { isWebhook, type Webhook, type WebhookState } from './state.ts'

/**
 * The endpoint, if it belongs to the client; null = the service itself. Errors: NOT_FOUND, also for another client's.
 */
export function assertOwnWebhook(state: WebhookState, client_id: string | null): Webhook {
  if (!isWebhook(state) || (client_id !== null && state.client_id !== client_id)) throw new Rejection('NOT_FOUND')
  return state
}
