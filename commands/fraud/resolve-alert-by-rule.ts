import { type AlertCommand, alerts } from '#domain/fraud/alerts/decider.ts'
import { type Alert, isAlert } from '#domain/fraud/alerts/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'

type ByRule = AlertCommand & { type: 'resolve_by_rule' }

/** Each event (the context's cause) resolves an alert once. An analyst's resolution stays. Null without an alert. */
export async function resolveAlertByRule(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  { client_id, transaction_id }: { client_id: string; transaction_id: string },
  { rule, outcome }: Pick<ByRule, 'rule' | 'outcome'>,
): Promise<Alert | null> {
  const id = alerts.id(client_id, transaction_id)
  if (!isAlert((await execute.load(alerts, id)).state)) return null
  const command = { type: 'resolve_by_rule', cause: context.causation_id, rule, outcome } as const
  const { state } = await execute.run(alerts, id, command, context)
  return isAlert(state) ? state : null
}
