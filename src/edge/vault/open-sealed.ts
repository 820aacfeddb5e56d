import type { Logger } from 'pino'
import { SealBroken, type Vault } from './vault.ts'

/**
 * What is sealed of a person; null when it can never be opened again: its subject was erased, or its key was lost with the database
 * and the subject has another one since. Nobody can be paid then, and what else stands of the object is still to be told.
 */
export async function openSealed(
  { vault, log }: { vault: Pick<Vault, 'open'>; log: Logger },
  sealed: string,
  context: string,
): Promise<string | null> {
  try {
    return await vault.open(sealed, context)
  } catch (err) {
    if (!(err instanceof SealBroken)) throw err
    log.warn({ place: context, err }, 'what is sealed of a person can not be opened any more')
    return null
  }
}
