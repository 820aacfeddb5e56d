import { z } from 'zod'
import type { Alert } from '#domain/fraud/alerts/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { NOTE_LENGTH, note, runAnalystCommand, sealNote } from '#services/fraud/analyst-commands.ts'
import type { ErrorCode } from '#values/errors.ts'

export const EscalateAlertBody = z
  .object({
    note: note
      .nullish()
      .transform(text => text ?? null)
      .describe(`Reason for the escalation, 1 to ${NOTE_LENGTH} characters; stored encrypted.`),
  })
  .nullish()
  .transform(body => body ?? { note: null })

export const escalateAlertErrors = ['NOT_FOUND', 'CONFLICT'] as const satisfies readonly ErrorCode[]

/** Throws CONFLICT when the alert is escalated or resolved. */
export async function escalateAlert(
  service: Pick<Service, 'execute' | 'vault'>,
  context: Context,
  { alert_id, note }: z.output<typeof EscalateAlertBody> & { alert_id: string },
): Promise<Alert> {
  const sealed = note === null ? null : await sealNote(service, context, alert_id, note)
  return runAnalystCommand(service, context, alert_id, { type: 'escalate', note: sealed })
}
