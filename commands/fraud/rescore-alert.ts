import { type AlertCommand, alerts } from '#domain/fraud/alerts/decider.ts'
import { type Alert, isAlert } from '#domain/fraud/alerts/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { escalationThresholdOf } from '#services/fraud/policy-cache.ts'

/** Null without an alert. */
export async function rescoreAlert(
  service: Pick<Service, 'execute'>,
  context: Context,
  { client_id, transaction_id }: { client_id: string; transaction_id: string },
  assessed: (AlertCommand & { type: 'rescore' })['assessed'],
): Promise<Alert | null> {
  const { execute } = service
  const id = alerts.id(client_id, transaction_id)
  if (!isAlert((await execute.load(alerts, id)).state)) return null
  const escalation_threshold = await escalationThresholdOf(service, client_id)
  const command = { type: 'rescore', assessed, escalation_threshold } as const
  const { state } = await execute.run(alerts, id, command, context)
  return isAlert(state) ? state : null
}
