import type { Logger } from 'pino'
import { SealBroken, type Vault } from './vault.ts'

/** Null when the data can never be opened: the subject was erased, or its key was lost with the database. */
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
