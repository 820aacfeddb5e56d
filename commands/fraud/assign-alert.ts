import { alerts } from '#domain/fraud/alerts/decider.ts'
import { ownAlert } from '#domain/fraud/alerts/ownership.ts'
import type { Alert } from '#domain/fraud/alerts/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import type { AssignAlertBody } from './alert-input.ts'

/** Says who takes care of an alert. Errors: NOT_FOUND, CONFLICT when it is resolved. */
export async function assignAlert(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  alertId: string,
  { assigned_to = context.actor.sub }: AssignAlertBody,
): Promise<Alert> {
  const client_id = clientOf(context.actor)
  const { state } = await execute.run(alerts, alertId, { type: 'assign', client_id, assigned_to }, context)
  return ownAlert(state, client_id)
}
