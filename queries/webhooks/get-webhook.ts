import { webhookDecider } from '#domain/webhooks/decider.ts'
import { webhookStream } from '#domain/webhooks/events.ts'
import { isWebhook, type Webhook } from '#domain/webhooks/state.ts'
import { Rejection } from '#errors.ts'
import type { Service } from '#service.ts'

/** An endpoint of this client as it stands now. Another client's endpoint is NOT_FOUND, like one that does not exist. */
export async function ownWebhook(
  service: Pick<Service, 'execute'>,
  clientId: string,
  webhookId: string,
): Promise<Webhook> {
  if (!/^wh_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(webhookId)) throw new Rejection('NOT_FOUND')
  const { state } = await service.execute.load(webhookDecider, webhookStream(webhookId))
  if (!isWebhook(state) || state.client_id !== clientId) throw new Rejection('NOT_FOUND')
  return state
}
