import canonicalize from 'canonicalize'
import { type NotificationText, textSealContext } from '#domain/notifications/messages.ts'
import { daySubject, eraseDays } from '#edge/vault/days.ts'
import { openSealed } from '#edge/vault/open-sealed.ts'
import { subjectOf } from '#edge/vault/vault.ts'
import type { Service } from '#service.ts'
import { derivedUuid } from '#values/ids.ts'
import { type Person, personSubject } from '#values/person.ts'

const TOKEN_PURPOSE = 'push-token'

function tokenSealContext(id: string): string {
  return `${id}|token`
}

/** Blind index: the same for all users of a client, different for each client. */
export function tokenIndex({ vault }: Pick<Service, 'vault'>, client_id: string, token: string): string {
  return vault.digest(TOKEN_PURPOSE, `${client_id}\n${token}`)
}

/** Recognises an unchanged token of the user; unusable once the user's key is deleted. */
export function digestToken({ vault }: Pick<Service, 'vault'>, person: Person, token: string): Promise<string> {
  return vault.digestFor(personSubject(person), TOKEN_PURPOSE, token)
}

export function sealToken(
  { vault }: Pick<Service, 'vault'>,
  person: Person,
  id: string,
  token: string,
): Promise<string> {
  return vault.seal(personSubject(person), tokenSealContext(id), token)
}

export function openToken(
  service: Pick<Service, 'vault' | 'log'>,
  id: string,
  { token_sealed }: { token_sealed: string },
): Promise<string | null> {
  return openSealed(service, token_sealed, tokenSealContext(id))
}

/** Prefix of vault subjects, one per user and UTC day. */
const SUBJECT_PREFIX = 'notification:'

export function textSubject({ client_id, user_id }: Person, now: Date): string {
  return daySubject(SUBJECT_PREFIX, derivedUuid('notifications-of', client_id, user_id), now)
}

/** Deletes the keys of days that ended more than `days` days ago; returns how many. */
export function deleteTextKeys({ vault }: Pick<Service, 'vault'>, days: number, now: Date): Promise<number> {
  return eraseDays(vault, SUBJECT_PREFIX, days, now)
}

export function sealText(
  { vault }: Pick<Service, 'vault'>,
  subject: string,
  id: string,
  text: NotificationText,
): Promise<string> {
  return vault.seal(subject, textSealContext(id), JSON.stringify(text))
}

export async function openText(
  service: Pick<Service, 'vault' | 'log'>,
  id: string,
  text_sealed: string,
): Promise<NotificationText | null> {
  const text = await openSealed(service, text_sealed, textSealContext(id))
  return text === null ? null : JSON.parse(text)
}

const REQUEST_PURPOSE = 'notification-request'

/** Uses the key of the text, so that requests are comparable as long as the text can be read. */
export function digestRequest({ vault }: Pick<Service, 'vault'>, subject: string, request: object): Promise<string> {
  return vault.digestFor(subject, REQUEST_PURPOSE, canonicalize(request) ?? '')
}

/** Null once the text is deleted, also when the user's day has a new key since. */
export async function digestRepeatedRequest(
  service: Pick<Service, 'vault' | 'log'>,
  { id, text_sealed }: { id: string; text_sealed: string },
  request: object,
): Promise<string | null> {
  if ((await openText(service, id, text_sealed)) === null) return null
  return service.vault.digestAgain(subjectOf(text_sealed) ?? '', REQUEST_PURPOSE, canonicalize(request) ?? '')
}
