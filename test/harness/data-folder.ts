import { chmodSync, cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * In the environment of a test file: where a run keeps the data folders that its files copy. Without it none is
 * copied.
 */
export const KEPT_FOLDERS = 'TEST_KEPT_FOLDERS'
/** The one that the runner makes: its PostgreSQL has been started once and has nothing in it. */
export const EMPTY = 'empty'

function keptFolder(name: string): string | null {
  const kept = process.env[KEPT_FOLDERS]
  return kept === undefined ? null : join(kept, name)
}

/** A new folder for data. Within a run it holds a PostgreSQL: making one costs a second of CPU, copying one little. */
export function dataFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  const empty = keptFolder(EMPTY)
  if (empty !== null) copy(empty, folder)
  return folder
}

/**
 * A new folder for data with what `prepare` leaves in one: migrations and whole services cost seconds of CPU, a copy
 * little. The first file of a run that asks for `name` prepares it. Where several do so at once, the first one is kept.
 */
export async function preparedFolder(name: string, prepare: (folder: string) => Promise<void>): Promise<string> {
  const kept = keptFolder(name)
  if (kept === null || !existsSync(kept)) {
    const preparing = dataFolder(`${name}-`)
    await prepare(preparing)
    if (kept === null) return preparing
    try {
      renameSync(preparing, kept)
    } catch {
      rmSync(preparing, { recursive: true, force: true })
    }
  }
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  copy(kept, folder)
  return folder
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
  // PostgreSQL takes no folder that others may read.
  chmodSync(join(to, 'postgres'), 0o700)
}
