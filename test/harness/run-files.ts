import { pathToFileURL } from 'node:url'

/** `node test/harness/run-files.ts FILE …` runs test files in turn in one process: it loads what they import once. */
type Queue = { UVU_DEFER: number; UVU_INDEX: number; UVU_QUEUE: unknown[][] }

// uvu reads these when it is loaded: it then runs nothing by itself.
const queue = Object.assign(globalThis as unknown as Queue, { UVU_DEFER: 1, UVU_INDEX: 0, UVU_QUEUE: [] })
const { exec } = await import('uvu')
const { beginFile, endFile } = await import('./suite.ts')
let failed = false
for (const file of process.argv.slice(2)) {
  queue.UVU_QUEUE.splice(0, Infinity, [null])
  beginFile(file)
  await import(pathToFileURL(file).href)
  await exec()
  endFile()
  failed ||= process.exitCode !== 0
}
process.exitCode = failed ? 1 : 0
