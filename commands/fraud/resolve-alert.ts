import { z } from 'zod'
import { OUTCOMES } from '#domain/fraud/alerts/events.ts'
import type { Alert } from '#domain/fraud/alerts/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { NOTE_LENGTH, note, runAnalystCommand, sealNote } from '#services/fraud/analyst-commands.ts'
import type { ErrorCode } from '#values/errors.ts'

export const ResolveAlertBody = z.object({
  outcome: z.enum(OUTCOMES).describe('Outcome of the transaction.'),
  note: note.describe(`Findings, 1 to ${NOTE_LENGTH} characters; stored encrypted.`),
})

export const resolveAlertErrors = ['NOT_FOUND', 'CONFLICT'] as const satisfies readonly ErrorCode[]

/** Throws CONFLICT when the alert is resolved with another outcome or note. */
export async function resolveAlert(
  service: Pick<Service, 'execute' | 'vault'>,
  context: Context,
  { alert_id, outcome, note }: z.output<typeof ResolveAlertBody> & { alert_id: string },
): Promise<Alert> {
  const sealed = await sealNote(service, context, alert_id, note)
  return runAnalystCommand(service, context, alert_id, { type: 'resolve', outcome, note: sealed })
}
