import { writeEndpointRow } from '#delivery/endpoint-row.ts'
import { webhookDecider } from '#domain/webhooks/decider.ts'
import { webhookStream } from '#domain/webhooks/events.ts'
import type { Context } from '#execute.ts'
import type { Service } from '#service.ts'

type Why = { reason: 'gone' | 'failing'; failed_days: string[]; failed_at: number }

/** Switches an endpoint off on the service's own account; does nothing when it is off already, has moved, or was switched on since. */
export async function disableWebhook(service: Service, context: Context, webhookId: string, why: Why): Promise<void> {
  const command = { type: 'disable' as const, ...why }
  const outcome = await service.execute.run(webhookDecider, webhookStream(webhookId), command, context)
  await writeEndpointRow(service.db, webhookId, outcome.state, outcome.revision)
}
