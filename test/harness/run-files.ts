import { resolve } from 'node:path'

/**
 * The process of one test file, or of several that share the modules which it has loaded and compiled. A file is over
 * when nothing holds the process any longer, as if it had it to itself: an open handle keeps the next file from its
 * start. A failure ends the process.
 */
// uvu's own way to run several files, as its command line does it; uvu reads it when it is loaded.
const uvuGlobals = globalThis as unknown as { UVU_DEFER: boolean; UVU_QUEUE: unknown[][] }
uvuGlobals.UVU_DEFER = true
const { exec } = await import('uvu')
const { endFile, startFile } = await import('./suite.ts')

const files = process.argv.slice(2)
let isOver = true

async function run(file: string): Promise<void> {
  isOver = false
  startFile(file)
  uvuGlobals.UVU_QUEUE.splice(0, Infinity, [null])
  await import(resolve(file))
  await exec()
  isOver = true
}

process.on('beforeExit', () => {
  if (!isOver) {
    process.stderr.write('\nended: it waits for something that never comes\n')
    process.exit(1)
  }
  if (!endFile()) process.exit(1)
  const next = files.shift()
  if (next !== undefined) void run(next)
})
