import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ONLY_OWNER = 0o600

/** The master key of a folder, made at its first use. Losing it makes all sealed data unreadable: it belongs in the backup. */
export function masterKeyOf(dataDir: string): Buffer {
  const file = join(dataDir, 'master.key')
  if (!existsSync(file)) writeSecret(file, randomBytes(32).toString('base64'))
  return Buffer.from(readFileSync(file, 'utf8'), 'base64')
}

/** Writes a file that only its owner can read. */
export function writeSecret(file: string, text: string): void {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text, { mode: ONLY_OWNER })
}
