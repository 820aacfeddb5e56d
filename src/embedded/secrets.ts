import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { secretOnce } from '#secret-file.ts'

const MASTER_KEY_BYTES = 32

/** The master key of a folder, made at its first use. Losing it makes all sealed data unreadable: it belongs in the backup. */
export function masterKeyOf(dataDir: string): Buffer {
  const file = join(dataDir, 'master.key')
  const key = Buffer.from(
    secretOnce(file, () => randomBytes(MASTER_KEY_BYTES).toString('base64')),
    'base64',
  )
  // Anything would do as a key, nothing at all as well, and could be guessed.
  if (key.length !== MASTER_KEY_BYTES) throw new Error(`${file} must hold ${MASTER_KEY_BYTES} bytes in base64`)
  return key
}
