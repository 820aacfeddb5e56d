import { alerts } from '#domain/fraud/alerts/decider.ts'
import type { AlertEventData } from '#domain/fraud/alerts/events.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import { getAccessStatus } from '#privacy/access-status.ts'
import type { FraudService } from '#services/fraud/scoring.ts'
import { readAlertingScores } from './read-alerting-scores.ts'
import { recomputeScore } from './recompute-score.ts'
import { rescoreAlert } from './rescore-alert.ts'

/** The newest unresolved alerts of a user: analysts already look into a user who has more. */
const ALERTS_MAX = 50

/** Returns false if an alert may have yet to be opened, which after an outage can take long. */
export async function rescoreAlerts(
  service: FraudService,
  contextFor: (clientId: string) => Context,
  profileId: string,
  cause: AlertEventData<'AlertRescored'>['cause'],
): Promise<boolean> {
  const { profile, alerting } = await readAlertingScores(service, profileId)
  let isAll = true
  let remaining = ALERTS_MAX
  for (const scored of alerting.reverse()) {
    const { client_id, user_id, transaction_id } = scored.data
    const transaction = transactionStreams.stream(transactionStreams.id(client_id, transaction_id))
    // No alert of a person under erasure is opened or changed.
    if ((await getAccessStatus(service, { client_id, user_id }, transaction)) !== 'free') continue
    const { state } = await service.execute.load(alerts, alerts.id(client_id, transaction_id))
    if (!isAlert(state)) isAll = false
    if (!isAlert(state) || state.status === 'resolved') continue
    const assessed = await recomputeScore(service, scored, profile)
    const context = contextFor(client_id)
    if (assessed !== null) await rescoreAlert(service, context, { client_id, transaction_id }, { cause, ...assessed })
    remaining -= 1
    if (remaining === 0) break
  }
  return isAll
}
