import { openSealed } from '#edge/vault/open-sealed.ts'
import { type Person, personSubject } from '#person.ts'
import type { Service } from '#service.ts'

/** Of digests in the vault. */
const PURPOSE = 'push-token'

function tokenPlace(id: string): string {
  return `${id}|token`
}

/** What a token is found by without being stored: the same for everybody of a client, and nobody's outside of it. */
export function tokenIndex({ vault }: Pick<Service, 'vault'>, client_id: string, token: string): string {
  return vault.digest(PURPOSE, `${client_id}\n${token}`)
}

/** By which a user's own device knows its token again; once the user is erased, nobody can find out what it was. */
export function digestToken({ vault }: Pick<Service, 'vault'>, person: Person, token: string): Promise<string> {
  return vault.digestFor(personSubject(person), PURPOSE, token)
}

export function sealToken(
  { vault }: Pick<Service, 'vault'>,
  person: Person,
  id: string,
  token: string,
): Promise<string> {
  return vault.seal(personSubject(person), tokenPlace(id), token)
}

/** Null once its user is erased. */
export function openToken(
  service: Pick<Service, 'vault' | 'log'>,
  id: string,
  { token_sealed }: { token_sealed: string },
): Promise<string | null> {
  return openSealed(service, token_sealed, tokenPlace(id))
}
