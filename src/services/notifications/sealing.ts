import canonicalize from 'canonicalize'
import { type NotificationText, textSealContext } from '#domain/notifications/notifications/text.ts'
import { daySubject, eraseDays } from '#edge/vault/days.ts'
import { openSealed } from '#edge/vault/open-sealed.ts'
import { subjectOf } from '#edge/vault/vault.ts'
import type { Service } from '#service.ts'
import { derivedUuid } from '#values/ids.ts'
import { type Person, personSubject } from '#values/person.ts'

/** Of digests in the vault. */
const TOKEN_PURPOSE = 'push-token'

function tokenSealContext(id: string): string {
  return `${id}|token`
}

/** What a token is found by without being stored: the same for everybody of a client, and nobody's outside of it. */
export function tokenIndex({ vault }: Pick<Service, 'vault'>, client_id: string, token: string): string {
  return vault.digest(TOKEN_PURPOSE, `${client_id}\n${token}`)
}

/** By which a user's own device knows its token again; once the user is erased, nobody can find out what it was. */
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

/** Null once its user is erased. */
export function openToken(
  service: Pick<Service, 'vault' | 'log'>,
  id: string,
  { token_sealed }: { token_sealed: string },
): Promise<string | null> {
  return openSealed(service, token_sealed, tokenSealContext(id))
}

/** Of the vault's subjects of notifications, which are of a user and a UTC day. */
const SUBJECT_PREFIX = 'notification:'

/** The vault's subject of what a user is told now: a day's texts are forgotten by deleting keys, whoever they are of. */
export function textSubject({ client_id, user_id }: Person, now: Date): string {
  return daySubject(SUBJECT_PREFIX, derivedUuid('notifications-of', client_id, user_id), now)
}

/** Deletes the keys of days that are over for so many days, and nothing younger. Answers how many. */
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

/** Null once the key is gone, by its time or with its user. */
export async function openText(
  service: Pick<Service, 'vault' | 'log'>,
  id: string,
  text_sealed: string,
): Promise<NotificationText | null> {
  const text = await openSealed(service, text_sealed, textSealContext(id))
  return text === null ? null : JSON.parse(text)
}

const REQUEST_PURPOSE = 'notification-request'

/** Of what was asked for, under the key of what came of it: comparable as long as that can be read. */
export function digestRequest({ vault }: Pick<Service, 'vault'>, subject: string, request: object): Promise<string> {
  return vault.digestFor(subject, REQUEST_PURPOSE, canonicalize(request) ?? '')
}

/** The same of what is asked for again; null once what came of it is forgotten, also where its user's day has another key since. */
export async function digestRepeatedRequest(
  service: Pick<Service, 'vault' | 'log'>,
  { id, text_sealed }: { id: string; text_sealed: string },
  request: object,
): Promise<string | null> {
  if ((await openText(service, id, text_sealed)) === null) return null
  return service.vault.digestAgain(subjectOf(text_sealed) ?? '', REQUEST_PURPOSE, canonicalize(request) ?? '')
}
