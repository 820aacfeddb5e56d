import { normaliseEmail } from '#domain/auth/email-address.ts'
import type { Vault } from '#edge/vault/vault.ts'
import { derivedId } from '#values/ids.ts'

/** The id of whoever has this address: a function of a keyed digest, so that no table has to map addresses to ids. */
export function userIdOf(vault: Pick<Vault, 'digest'>, email: string): string {
  return derivedId('usr', vault.digest('email', normaliseEmail(email)))
}

/** The vault subject that a user's personal data is sealed for. */
export function userSubject(userId: string): string {
  return `user:${userId}`
}
