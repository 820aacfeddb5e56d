import type { Logger } from 'pino'
import { SealBroken, type Vault } from './vault.ts'

/**
 * Opens sealed data of a person. Null when that is impossible for ever: the subject was erased, or its key was lost
 * with the database. The other data of the object can still be shown.
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
    log.warn({ place: context, err }, 'sealed data of a person can no longer be opened')
    return null
  }
}
