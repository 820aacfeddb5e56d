import { chmodSync, cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** In the environment of a test file: a data folder whose PostgreSQL has been started once and has nothing in it. The runner makes it. */
export const INITIALISED = 'TEST_INITIALISED_POSTGRES'

/**
 * A new folder for data. Making a PostgreSQL anew costs a second of CPU and copying one next to nothing, so there is one in it when the runner
 * has made one.
 */
export function dataFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  const initialised = process.env[INITIALISED]
  if (initialised !== undefined) {
    cpSync(initialised, folder, { recursive: true })
    // PostgreSQL takes no folder that others may read.
    chmodSync(join(folder, 'postgres'), 0o700)
  }
  return folder
}
