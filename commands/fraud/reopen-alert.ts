import { z } from 'zod'
import type { Alert } from '#domain/fraud/alerts/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { NOTE_LENGTH, note, runAnalystCommand, sealNote } from '#services/fraud/analyst-commands.ts'
import type { ErrorCode } from '#values/errors.ts'

export const ReopenAlertBody = z.object({
  note: note.describe(`Reason for the reopening, 1 to ${NOTE_LENGTH} characters; stored encrypted.`),
})

export const reopenAlertErrors = ['NOT_FOUND', 'CONFLICT'] as const satisfies readonly ErrorCode[]

/** Throws CONFLICT when the alert is not resolved. */
export async function reopenAlert(
  service: Pick<Service, 'execute' | 'vault'>,
  context: Context,
  { alert_id, note }: z.output<typeof ReopenAlertBody> & { alert_id: string },
): Promise<Alert> {
  const sealed = await sealNote(service, context, alert_id, note)
  return runAnalystCommand(service, context, alert_id, { type: 'reopen', note: sealed })
}
