import { normaliseEmail } from '#domain/auth/email-address.ts'
import type { Vault } from '#edge/vault/vault.ts'

/**
 * What login attempts for an account are counted under; known and unknown accounts look the same. An address with a `+tag` is
 * an account of its own, perhaps somebody else's: its logins must not wipe out the guesses at another.
 */
export function accountKey(vault: Pick<Vault, 'digest'>, email: string): string {
  return `account:${vault.digest('login', normaliseEmail(email))}`
}
