import { writeEndpointRow } from '#delivery/endpoint-row.ts'
import { webhooks } from '#domain/webhooks/decider.ts'
import { generateSecret, secretSealContext } from '#domain/webhooks/secret.ts'
import { assertOwnWebhook } from '#domain/webhooks/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import type { WebhookConfig } from '#services/webhooks/config.ts'
import type { ErrorCode } from '#values/errors.ts'

export const rotateSecretErrors = ['CONFLICT'] as const satisfies readonly ErrorCode[]

/**
 * Earlier secrets also sign for WEBHOOK_ROTATION_GRACE_S (spec: 24 hours) after their replacement. Errors: NOT_FOUND,
 * CONFLICT when two rotations meet or too many secrets are valid.
 */
export async function rotateSecret(
  service: Service<WebhookConfig>,
  context: Context,
  { webhook_id }: { webhook_id: string },
): Promise<{ secret: string; rotated_at: string; previous_expires_at: string }> {
  const client_id = clientOf(context.actor)
  const webhook = assertOwnWebhook((await service.execute.load(webhooks, webhook_id)).state, client_id)
  const version = (webhook.secrets[0]?.version ?? 0) + 1
  const secret = generateSecret()
  const graceMs = service.config.WEBHOOK_ROTATION_GRACE_S * 1_000
  const previous_expires_at = new Date(context.now.getTime() + graceMs).toISOString()
  const sealed = await service.vault.seal(`webhook:${webhook_id}`, secretSealContext(webhook_id, version), secret)
  const now = context.now.toISOString()
  const command = { type: 'rotate' as const, client_id, version, secret: sealed, previous_expires_at, now }
  const outcome = await service.execute.run(webhooks, webhook_id, command, context)
  await writeEndpointRow(service.db, webhook_id, outcome)
  return { secret, rotated_at: now, previous_expires_at }
}
