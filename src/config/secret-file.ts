import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const ONLY_OWNER = 0o600
const ALL_READ = 0o644

/** Writes a file that only its owner can read. Whoever is killed or finds the disk full leaves what was there before. */
export function writeSecret(file: string, text: string): void {
  renameSync(writeTemporary(file, text, ONLY_OWNER), file)
}

/** Writes a file that everyone may read, whole or not at all. */
export function writePublic(file: string, text: string): void {
  renameSync(writeTemporary(file, text, ALL_READ), file)
}

/** What such a file holds, made at its first use. It appears whole or not at all, and processes that come at once get the same. */
export function readOrCreateSecret(file: string, make: () => string): string {
  if (!existsSync(file)) {
    const temporary = writeTemporary(file, make(), ONLY_OWNER)
    try {
      // Unlike a renamed file, a link never replaces what a faster process has put there.
      linkSync(temporary, file)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    } finally {
      rmSync(temporary)
    }
  }
  return readFileSync(file, 'utf8')
}

/** The text, flushed, in a file of another name. */
function writeTemporary(file: string, text: string, mode: number): string {
  mkdirSync(dirname(file), { recursive: true })
  const temporary = `${file}.${randomUUID()}`
  try {
    writeFileSync(temporary, text, { mode, flush: true })
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  return temporary
}
