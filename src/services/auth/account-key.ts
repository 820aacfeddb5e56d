import { normaliseEmail } from '#domain/auth/email-address.ts'
import type { Vault } from '#edge/vault/vault.ts'

/** An address with a `+tag` is a separate account: its logins must not reset the failures of another. */
export function accountKey(vault: Pick<Vault, 'digest'>, email: string): string {
  return `account:${vault.digest('login', normaliseEmail(email))}`
}
