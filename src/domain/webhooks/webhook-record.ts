import type { Webhook } from './state.ts'

/** The spec's "Webhook endpoint record", without secrets. */
export function webhookRecord(webhook_id: string, webhook: Webhook) {
  const { url, events, description, metadata, rate_per_second } = webhook
  const { status, disabled_reason, created_at, updated_at } = webhook
  const settings = { url, events, description, metadata, rate_per_second }
  return { webhook_id, ...settings, status, disabled_reason, created_at, updated_at }
}
