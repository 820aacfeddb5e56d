import { Rejection } from '#values/errors.ts'
import { isWebhook, type Webhook, type WebhookState } from './state.ts'

/**
 * The endpoint, when it belongs to the client that asks; null asks for the service itself. Another client's is answered like one
 * that does not exist. Errors: NOT_FOUND.
 */
export function assertOwnWebhook(state: WebhookState, client_id: string | null): Webhook {
  if (!isWebhook(state) || (client_id !== null && state.client_id !== client_id)) throw new Rejection('NOT_FOUND')
  return state
}
