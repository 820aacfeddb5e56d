import { webhooks } from '#domain/webhooks/decider.ts'
import { assertOwnWebhook, type Webhook } from '#domain/webhooks/state.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'

/** Errors: NOT_FOUND, also for another client's endpoint. */
export async function getWebhook(
  service: Pick<Service, 'execute'>,
  clientId: string,
  webhookId: string,
): Promise<Webhook> {
  if (!/^wh_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(webhookId)) throw new Rejection('NOT_FOUND')
  return assertOwnWebhook((await service.execute.load(webhooks, webhookId)).state, clientId)
}
