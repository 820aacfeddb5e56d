import { z } from 'zod'
import { alerts } from '#domain/fraud/alerts/decider.ts'
import { OUTCOMES } from '#domain/fraud/alerts/events.ts'
import { ownAlert } from '#domain/fraud/alerts/ownership.ts'
import type { Alert } from '#domain/fraud/alerts/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { NOTE_LENGTH, note, sealNote } from '#services/fraud/seal-note.ts'

export const ResolveAlertBody = z.object({
  outcome: z.enum(OUTCOMES).describe('Outcome of the transaction.'),
  note: note.describe(`Findings, 1 to ${NOTE_LENGTH} characters; stored encrypted.`),
})
export type ResolveAlertBody = z.output<typeof ResolveAlertBody>

/** Errors: NOT_FOUND; CONFLICT when the alert is resolved with another outcome or note. */
export async function resolveAlert(
  service: Pick<Service, 'execute' | 'vault'>,
  context: Context,
  alertId: string,
  { outcome, note: words }: ResolveAlertBody,
): Promise<Alert> {
  const client_id = clientOf(context.actor)
  const alert = ownAlert((await service.execute.load(alerts, alertId)).state, client_id)
  const note = await sealNote(service, alertId, alert, words)
  const { state } = await service.execute.run(alerts, alertId, { type: 'resolve', client_id, outcome, note }, context)
  return ownAlert(state, client_id)
}
