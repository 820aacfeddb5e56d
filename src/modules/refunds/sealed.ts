import { SealBroken } from '#edge/vault/vault.ts'
import type { Service } from '#service.ts'

/** The vault subject that a beneficiary's data is sealed for: a person as one client names them. */
export function beneficiarySubject(clientId: string, userId: string): string {
  return `beneficiary:${Buffer.from(`${clientId}\n${userId}`).toString('base64url')}`
}

/**
 * What is sealed of a beneficiary; null when it can never be opened again: its subject was erased, or its key was lost with the database
 * and the subject has another one since. Nobody can be paid then, and what else stands of the refund is still to be told.
 */
export async function openSealed(
  { vault, log }: Pick<Service, 'vault' | 'log'>,
  sealed: string,
  place: string,
): Promise<string | null> {
  try {
    return await vault.open(sealed, place)
  } catch (err) {
    if (!(err instanceof SealBroken)) throw err
    log.warn({ place, err }, 'what is sealed of a beneficiary can not be opened any more')
    return null
  }
}
