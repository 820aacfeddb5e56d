import { z } from 'zod'
import { alerts } from '#domain/fraud/alerts/decider.ts'
import { ownAlert } from '#domain/fraud/alerts/ownership.ts'
import type { Alert } from '#domain/fraud/alerts/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { NOTE_LENGTH, note, sealNote } from '#services/fraud/seal-note.ts'

export const ReopenAlertBody = z.object({
  note: note.describe(`Reason for the reopening, 1 to ${NOTE_LENGTH} characters; stored encrypted.`),
})
export type ReopenAlertBody = z.output<typeof ReopenAlertBody>

/** Errors: NOT_FOUND; CONFLICT when the alert is not resolved. */
export async function reopenAlert(
  service: Pick<Service, 'execute' | 'vault'>,
  context: Context,
  alertId: string,
  { note: words }: ReopenAlertBody,
): Promise<Alert> {
  const client_id = clientOf(context.actor)
  const alert = ownAlert((await service.execute.load(alerts, alertId)).state, client_id)
  const note = await sealNote(service, alertId, alert, words)
  const { state } = await service.execute.run(alerts, alertId, { type: 'reopen', client_id, note }, context)
  return ownAlert(state, client_id)
}
