import { alerts } from '#domain/fraud/alerts/decider.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import { ALERT_ID } from '#queries/fraud/get-alert.ts'
import type { Service } from '#service.ts'

/** Ids of other systems are accepted unseen; an id in our format must be an alert of the client. */
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
