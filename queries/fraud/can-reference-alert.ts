import { alerts } from '#domain/fraud/alerts/decider.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import type { Service } from '#service.ts'
import { ALERT_ID } from './get-alert.ts'

/** Whether what a client gives as the id of an alert may stand: what looks like ours must be its own, of other systems nothing is known here. */
export async function canReferenceAlert(
  { execute }: Pick<Service, 'execute'>,
  clientId: string,
  alertId: string,
): Promise<boolean> {
  if (!alertId.startsWith('alr_')) return true
  if (!ALERT_ID.test(alertId)) return false
  const { state } = await execute.load(alerts, alertId)
  return isAlert(state) && state.client_id === clientId
}
