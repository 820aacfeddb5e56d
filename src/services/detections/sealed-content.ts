import canonicalize from 'canonicalize'
import type { DetectionContent } from '#domain/detections/content.ts'
import { daySubject, eraseDays } from '#edge/vault/days.ts'
import { openSealed } from '#edge/vault/open-sealed.ts'
import { SealBroken, subjectOf } from '#edge/vault/vault.ts'
import type { Service } from '#service.ts'
import { derivedUuid } from '#values/ids.ts'

/** Keys are per person, or else per client, and UTC day. */
const PREFIX = 'detection:'
const DIGEST_PURPOSE = 'detection-data'

const sealContext = (id: string) => `${id}|content`

/** The vault subject for what is recorded at `now`. */
export function vaultSubjectOf(
  { client_id, user_id }: { client_id: string; user_id: string | null },
  now: Date,
): string {
  return daySubject(PREFIX, derivedUuid('detections-of', client_id, ...(user_id === null ? [] : [user_id])), now)
}

/** Deletes the keys of days that ended at least `days` days ago. Returns how many. */
export function deleteContentKeys({ vault }: Pick<Service, 'vault'>, days: number, now: Date): Promise<number> {
  return eraseDays(vault, PREFIX, days, now)
}

export async function sealContent(
  { vault }: Pick<Service, 'vault'>,
  subject: string,
  id: string,
  { content, compared }: { content: DetectionContent; compared: object },
): Promise<{ sealed: string; digest: string }> {
  const [sealed, digest] = await Promise.all([
    vault.seal(subject, sealContext(id), JSON.stringify(content)),
    vault.digestFor(subject, DIGEST_PURPOSE, canonicalize(compared) ?? ''),
  ])
  return { sealed, digest }
}

/** Null once the key is deleted, by retention or erasure. */
export async function openContent(
  service: Pick<Service, 'log' | 'vault'>,
  id: string,
  sealed: string,
): Promise<DetectionContent | null> {
  const text = await openSealed(service, sealed, sealContext(id))
  return text === null ? null : JSON.parse(text)
}

/** As `openContent`, for callers without a log. */
export async function tryOpenContent(
  { vault }: Pick<Service, 'vault'>,
  id: string,
  sealed: string,
): Promise<DetectionContent | null> {
  try {
    const text = await vault.open(sealed, sealContext(id))
    return text === null ? null : JSON.parse(text)
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}

/** Null once the content is deleted, also when the person's day has a new key since. */
export async function digestRepeated(
  service: Pick<Service, 'vault'>,
  { id, sealed }: { id: string; sealed: string },
  compared: object,
): Promise<string | null> {
  if ((await tryOpenContent(service, id, sealed)) === null) return null
  return service.vault.digestAgain(subjectOf(sealed) ?? '', DIGEST_PURPOSE, canonicalize(compared) ?? '')
}
