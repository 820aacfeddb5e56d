import { type Content, contentSealContext } from '#domain/sms/analyses/content.ts'
import type { Requester } from '#domain/sms/analyses/ownership.ts'
import { daySubject, eraseDays } from '#edge/vault/days.ts'
import { openSealed } from '#edge/vault/open-sealed.ts'
import { SealBroken } from '#edge/vault/vault.ts'
import type { Service } from '#service.ts'
import { derivedUuid } from '#values/ids.ts'

/**
 * What a message says is sealed under a key of its device and the UTC day of its analysis, so that a day's messages are forgotten by deleting
 * keys, whoever they are of; one without a device has a key of its own.
 */
const PREFIX = 'sms:'

/** The vault's subject of a message that is analysed now. What a consumer calls a device is that consumer's alone. */
export function vaultSubjectOf(
  { client_id, user_id }: Requester,
  { device_id, analysis_id }: { device_id: string | null; analysis_id: string },
  now: Date,
): string {
  const device = device_id === null ? null : derivedUuid('sms-device', client_id ?? '', user_id ?? '', device_id)
  const scope = device ?? analysis_id
  return daySubject(PREFIX, scope, now)
}

/** Deletes the keys of days that are over for so many days, and nothing younger. Answers how many. */
export function forgetMessages({ vault }: Pick<Service, 'vault'>, days: number, now: Date): Promise<number> {
  return eraseDays(vault, PREFIX, days, now)
}

/** As JSON, which keeps what is half of a character. */
export async function sealContent(
  { vault }: Pick<Service, 'vault'>,
  subject: string,
  analysis_id: string,
  content: Content,
): Promise<string> {
  return vault.seal(subject, contentSealContext(analysis_id), JSON.stringify(content))
}

/** Null once the key is gone, by its time or with a person. */
export async function openContent(
  service: Pick<Service, 'vault' | 'log'>,
  analysis_id: string,
  sealed: string,
): Promise<Content | null> {
  const text = await openSealed(service, sealed, contentSealContext(analysis_id))
  return text === null ? null : JSON.parse(text)
}

/** The same for whoever has no log. */
export async function tryOpenContent(
  { vault }: Pick<Service, 'vault'>,
  analysis_id: string,
  sealed: string,
): Promise<Content | null> {
  try {
    const text = await vault.open(sealed, contentSealContext(analysis_id))
    return text === null ? null : JSON.parse(text)
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}
