import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const ONLY_OWNER = 0o600
const ALL_READ = 0o644

/** Writes a file that only its owner can read. Whoever is killed or finds the disk full leaves what was there before. */
export function writeSecret(file: string, text: string): void {
  renameSync(written(file, text, ONLY_OWNER), file)
}

/** Writes a file that everyone may read, whole or not at all. */
export function writePublic(file: string, text: string): void {
  renameSync(written(file, text, ALL_READ), file)
}

/** What such a file holds, made at its first use. It appears whole or not at all, and processes that come at once get the same. */
export function secretOnce(file: string, make: () => string): string {
  if (!existsSync(file)) {
    const fresh = written(file, make(), ONLY_OWNER)
    try {
      // Unlike a renamed file, a link never replaces what a faster process has put there.
      linkSync(fresh, file)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    } finally {
      rmSync(fresh)
    }
  }
  return readFileSync(file, 'utf8')
}

/** The text, flushed, in a file of another name. */
function written(file: string, text: string, mode: number): string {
  mkdirSync(dirname(file), { recursive: true })
  const fresh = `${file}.${randomUUID()}`
  try {
    writeFileSync(fresh, text, { mode, flush: true })
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
  return fresh
}
