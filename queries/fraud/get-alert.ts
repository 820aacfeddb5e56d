import { alerts } from '#domain/fraud/alerts/decider.ts'
import { type Alert, noSuchAlert, ownAlert } from '#domain/fraud/alerts/state.ts'
import type { Service } from '#service.ts'

export const ALERT_ID = /^alr_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Throws NOT_FOUND, also for an alert of another client. */
export async function getAlert(
  { execute }: Pick<Service, 'execute'>,
  clientId: string,
  alertId: string,
): Promise<Alert> {
  if (!ALERT_ID.test(alertId)) throw noSuchAlert()
  return ownAlert((await execute.load(alerts, alertId)).state, clientId)
}
