import { pathToFileURL } from 'node:url'
import type * as Suites from './suite.ts'

/**
 * Runs test files in turn in one process, which loads what they import once: `node test/harness/run-files.ts FILE …`.
 * Prints a line before each (`FILE_LINE`), so that its output can be told from that of the others.
 */
export const FILE_LINE = /^::: (.+)$/m

type Queue = { UVU_DEFER: number; UVU_INDEX: number; UVU_QUEUE: unknown[][] }

if (import.meta.main) {
  // uvu reads these when it is loaded: it then runs nothing by itself.
  const queue = Object.assign(globalThis as unknown as Queue, { UVU_DEFER: 1, UVU_INDEX: 0, UVU_QUEUE: [] })
  const { exec } = await import('uvu')
  const { beginFile, endFile }: typeof Suites = await import('./suite.ts')
  let failed = false
  for (const file of process.argv.slice(2)) {
    queue.UVU_QUEUE.splice(0, Infinity, [null])
    process.stdout.write(`::: ${file}\n`)
    beginFile(file)
    await import(pathToFileURL(file).href)
    await exec()
    endFile()
    failed ||= process.exitCode !== 0
  }
  process.exitCode = failed ? 1 : 0
}
