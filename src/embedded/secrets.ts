import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '#config/config.ts'
import { auditKeys, jwtKeys } from '#config/config-values.ts'
import { readOrCreateSecret } from '#config/secret-file.ts'
import { OperationalError } from '#values/operational-error.ts'

const MASTER_KEY_BYTES = 32

/** Without the master key all sealed data is unreadable: it belongs in the backup. */
export function masterKeyOf(dataDir: string): Buffer<ArrayBuffer> {
  const file = join(dataDir, 'master.key')
  const key = Buffer.from(
    readOrCreateSecret(file, () => randomBytes(MASTER_KEY_BYTES).toString('base64')),
    'base64',
  )
  // Any bytes work as a key, even none, which could be guessed.
  if (key.length !== MASTER_KEY_BYTES)
    throw new OperationalError(`${file} must hold ${MASTER_KEY_BYTES} bytes in base64`)
  return key
}

export function jwtKeysOf(dataDir: string): NonNullable<Config['JWT_KEYS']> {
  const file = join(dataDir, 'jwt-keys.json')
  const text = readOrCreateSecret(file, () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    return JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] })
  })
  const { data, success } = jwtKeys.safeParse(text)
  if (!success)
    throw new OperationalError(`${file} is damaged: restore it, or delete it, and all users must log in again`)
  return data
}

export const AUDIT_KEYS_FILE = 'audit-keys.json'

/** Signs audit documents. It belongs in the backup, so that they stay verifiable. */
export function auditKeysOf(dataDir: string): NonNullable<Config['AUDIT_KEYS']> {
  const text = readOrCreateSecret(join(dataDir, AUDIT_KEYS_FILE), () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    return JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] })
  })
  return auditKeys.parse(text)
}
