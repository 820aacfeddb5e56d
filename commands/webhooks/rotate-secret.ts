import { writeEndpointRow } from '#delivery/endpoint-row.ts'
import { webhookDecider } from '#domain/webhooks/decider.ts'
import { webhookStream } from '#domain/webhooks/events.ts'
import { generateSecret, secretPlace } from '#domain/webhooks/secret.ts'
import { isWebhook } from '#domain/webhooks/state.ts'
import { Rejection } from '#errors.ts'
import type { Context } from '#execute.ts'
import type { Service } from '#service.ts'

/**
 * Gives the endpoint a new secret; each one before it signs beside it for WEBHOOK_ROTATION_GRACE_S (spec: 24 hours) after it
 * was replaced. Errors: NOT_FOUND, CONFLICT when two rotations meet or as many secrets are valid as there may be.
 */
export async function rotateSecret(
  service: Service,
  context: Context,
  webhookId: string,
): Promise<{ secret: string; rotated_at: string; previous_expires_at: string }> {
  const stream = webhookStream(webhookId)
  const { state } = await service.execute.load(webhookDecider, stream)
  if (!isWebhook(state)) throw new Rejection('NOT_FOUND')
  const version = (state.secrets[0]?.version ?? 0) + 1
  const secret = generateSecret()
  const graceMs = service.config.WEBHOOK_ROTATION_GRACE_S * 1_000
  const previous_expires_at = new Date(context.now.getTime() + graceMs).toISOString()
  const sealed = await service.vault.seal(`webhook:${webhookId}`, secretPlace(webhookId, version), secret)
  const now = context.now.toISOString()
  const command = { type: 'rotate' as const, version, secret: sealed, previous_expires_at, now }
  const outcome = await service.execute.run(webhookDecider, stream, command, context)
  await writeEndpointRow(service.db, webhookId, outcome.state, outcome.revision)
  return { secret, rotated_at: now, previous_expires_at }
}
