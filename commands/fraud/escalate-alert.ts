import { z } from 'zod'
import { alerts } from '#domain/fraud/alerts/decider.ts'
import { ownAlert } from '#domain/fraud/alerts/ownership.ts'
import type { Alert } from '#domain/fraud/alerts/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { NOTE_LENGTH, note, sealNote } from '#services/fraud/seal-note.ts'

export const EscalateAlertBody = z
  .object({
    note: note
      .nullish()
      .transform(words => words ?? null)
      .describe(`Reason for the escalation, 1 to ${NOTE_LENGTH} characters; stored encrypted.`),
  })
  .nullish()
  .transform(body => body ?? { note: null })
export type EscalateAlertBody = z.output<typeof EscalateAlertBody>

/** Errors: NOT_FOUND; CONFLICT when the alert is escalated or resolved. */
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
