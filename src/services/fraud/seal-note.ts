import { type Note, noteSealContext } from '#domain/fraud/alerts/events.ts'
import type { Alert } from '#domain/fraud/alerts/state.ts'
import type { Service } from '#service.ts'
import { personSubject } from '#values/person.ts'
import { plainText } from '#values/text.ts'

const NOTE_LENGTH_MAX = 1_000
/** For documentation. */
export const NOTE_LENGTH = NOTE_LENGTH_MAX.toLocaleString('en-US')
export const note = plainText(NOTE_LENGTH_MAX)

/** Under the key of the transaction's person. */
export async function sealNote(
  { vault }: Pick<Service, 'vault'>,
  alertId: string,
  alert: Pick<Alert, 'client_id' | 'user_id'>,
  words: string,
): Promise<Note> {
  const subject = personSubject(alert)
  const [text, digest] = await Promise.all([
    vault.seal(subject, noteSealContext(alertId), words),
    vault.digestFor(subject, noteSealContext(alertId), words),
  ])
  return { text, digest }
}
