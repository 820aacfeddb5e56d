import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** Imported into a service: SIGUSR2 writes its memory before and after a full collection to its data folder. */

/** What a first collection makes free to finalizers, the second gives back. */
const COLLECTIONS = 2

if (isMainThread)
  process.on('SIGUSR2', () => {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const before = process.memoryUsage()
    for (let n = 0; n < COLLECTIONS; n += 1) collect()
    const file = `${process.env.DATA_DIR}/memory.json`
    writeFileSync(`${file}.part`, JSON.stringify({ before, after: process.memoryUsage() }))
    renameSync(`${file}.part`, file)
  })
