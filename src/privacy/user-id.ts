import { normaliseEmail } from '#domain/auth/email-address.ts'
import type { Vault } from '#edge/vault/vault.ts'
import { derivedId } from '#values/ids.ts'

/** Derived from a keyed digest of the address, so that no table maps addresses to ids. */
export function userIdOf(vault: Pick<Vault, 'digest'>, email: string): string {
  return derivedId('usr', vault.digest('email', normaliseEmail(email)))
}

/** The vault subject that seals a user's personal data. */
export function userSubject(userId: string): string {
  return `user:${userId}`
}
