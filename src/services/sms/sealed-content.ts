import type { Content } from '#domain/sms/analyses/content.ts'
import { daySubject, eraseDays } from '#edge/vault/days.ts'
import { openSealed } from '#edge/vault/open-sealed.ts'
import { SealBroken } from '#edge/vault/vault.ts'
import type { Requester } from '#event-sourcing/requester.ts'
import type { Service } from '#service.ts'
import { derivedUuid } from '#values/ids.ts'

/** Keys are per device and UTC day; a message without a device has a key of its own. */
const PREFIX = 'sms:'

const sealContext = (analysis_id: string) => `${analysis_id}|content`

/** The vault subject for a message that is analysed at `now`. Device ids of consumers are separate per consumer. */
export function vaultSubjectOf(
  { client_id, user_id }: Requester,
  { device_id, analysis_id }: { device_id: string | null; analysis_id: string },
  now: Date,
): string {
  const device = device_id === null ? null : derivedUuid('sms-device', client_id ?? '', user_id ?? '', device_id)
  return daySubject(PREFIX, device ?? analysis_id, now)
}

/** Deletes the keys of days that ended at least `days` days ago. Returns how many. */
export function deleteContentKeys({ vault }: Pick<Service, 'vault'>, days: number, now: Date): Promise<number> {
  return eraseDays(vault, PREFIX, days, now)
}

/** JSON escapes lone surrogates, so any text survives. */
export const sealContent = ({ vault }: Pick<Service, 'vault'>, subject: string, id: string, content: Content) =>
  vault.seal(subject, sealContext(id), JSON.stringify(content))

/** Null once the key is deleted, by retention or erasure. */
export async function openContent(service: Pick<Service, 'log' | 'vault'>, analysis_id: string, sealed: string) {
  return parseContent(await openSealed(service, sealed, sealContext(analysis_id)))
}

/** As `openContent`, for callers without a log. */
export async function tryOpenContent({ vault }: Pick<Service, 'vault'>, analysis_id: string, sealed: string) {
  try {
    return parseContent(await vault.open(sealed, sealContext(analysis_id)))
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}

function parseContent(text: string | null): Content | null {
  return text === null ? null : JSON.parse(text)
}
