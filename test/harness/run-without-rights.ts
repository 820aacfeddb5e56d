import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { environmentWith } from '#config/config.ts'

const isRoot = process.getuid?.() === 0
/** What a program that runs so lacks for network namespaces. */
export const MISSING_RIGHT = isRoot ? 'CAP_SYS_ADMIN' : 'root'

/** Runs a file of the repository without root, or without what a container takes from root. */
export function runWithoutRights(file: string, more: Record<string, string> = {}) {
  const without = isRoot ? ['setpriv', '--bounding-set', '-sys_admin'] : []
  const [command = '', ...args] = [...without, process.execPath, resolve(import.meta.dirname, '../..', file)]
  // It counts for itself, and not for the file that runs it.
  const { TEST_REPORT_FILE: _, VPN_LAB: __, FLEET: ___, ...inherited } = environmentWith()
  return spawnSync(command, args, { encoding: 'utf8', env: { ...inherited, ...more } })
}
