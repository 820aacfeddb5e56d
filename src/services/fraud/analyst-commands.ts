import { type AnalystCommand, alerts } from '#domain/fraud/alerts/decider.ts'
import { type Note, noteSealContext } from '#domain/fraud/alerts/events.ts'
import { type Alert, ownAlert } from '#domain/fraud/alerts/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { personSubject } from '#values/person.ts'
import { plainText } from '#values/text.ts'

const NOTE_LENGTH_MAX = 1_000
export const NOTE_LENGTH = NOTE_LENGTH_MAX.toLocaleString('en-US')
export const note = plainText(NOTE_LENGTH_MAX)

/** Throws NOT_FOUND, and what the decider throws. */
export async function runAnalystCommand(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  alertId: string,
  command: AnalystCommand,
): Promise<Alert> {
  const client_id = clientOf(context.actor)
  const { state } = await execute.run(alerts, alertId, { ...command, client_id }, context)
  return ownAlert(state, client_id)
}

/** Throws NOT_FOUND. */
export async function sealNote(
  { execute, vault }: Pick<Service, 'execute' | 'vault'>,
  context: Context,
  alertId: string,
  plaintext: string,
): Promise<Note> {
  const { state } = await execute.load(alerts, alertId)
  const subject = personSubject(ownAlert(state, clientOf(context.actor)))
  const [text, digest] = await Promise.all([
    vault.seal(subject, noteSealContext(alertId), plaintext),
    vault.digestFor(subject, noteSealContext(alertId), plaintext),
  ])
  return { text, digest }
}
