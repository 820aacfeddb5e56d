import { alerts } from '#domain/fraud/alerts/decider.ts'
import { ownAlert } from '#domain/fraud/alerts/ownership.ts'
import type { Alert } from '#domain/fraud/alerts/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { sealNote } from '#services/fraud/seal-note.ts'
import type { EscalateAlertBody } from './alert-input.ts'

/** Hands an alert on as one that can't wait. Errors: NOT_FOUND, CONFLICT when it is escalated or resolved. */
export async function escalateAlert(
  service: Pick<Service, 'execute' | 'vault'>,
  context: Context,
  alertId: string,
  body: EscalateAlertBody,
): Promise<Alert> {
  const client_id = clientOf(context.actor)
  const alert = ownAlert((await service.execute.load(alerts, alertId)).state, client_id)
  const note = body.note === null ? null : await sealNote(service, alertId, alert, body.note)
  const { state } = await service.execute.run(alerts, alertId, { type: 'escalate', client_id, note }, context)
  return ownAlert(state, client_id)
}
