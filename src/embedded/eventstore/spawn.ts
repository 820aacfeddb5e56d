import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { OperationalError } from '#values/operational-error.ts'

export interface EmbeddedEventStore {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
  readonly exited: Promise<number | null>
}

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

/** 4 MB per half of the young generation: a third of the memory for a catch-up of a million events, at equal speed. */
const MEMORY_FLAGS = ['--max-semi-space-size=4']

const STOP_MS_MAX = 5000

const STDERR_CHARACTERS_MAX = 2000

/** @param port any free one by default. @param log gets each line of stderr. @throws Error with the node's output. */
export function startEmbeddedEventStore({
  dataDir,
  port = 0,
  log,
}: {
  dataDir: string
  port?: number
  log?: (line: string) => void
}): Promise<EmbeddedEventStore> {
  const args = [...MEMORY_FLAGS, MAIN, '--exit-with-parent', '--data', dataDir, '--port', String(port)]
  // Detached: Ctrl-C reaches the terminal's whole group, and this process ends the node last.
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  let stderr = ''
  createInterface({ input: child.stderr }).on('line', line => {
    if (stderr.length < STDERR_CHARACTERS_MAX) stderr += `${line}\n`
    log?.(line)
  })
  const exited = new Promise<number | null>(resolve => child.once('close', code => resolve(code)))

  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
    await exited
    clearTimeout(killTimer)
  }

  return new Promise((resolve, reject) => {
    child.once('error', error =>
      reject(new OperationalError(`the embedded event store could not be started: ${error.message}`)),
    )
    void exited.then(() =>
      reject(
        new OperationalError(`the embedded event store did not start: ${stderr.trim() || 'it ended without a word'}`),
      ),
    )
    createInterface({ input: child.stdout }).on('line', line => {
      if (line.startsWith('ready ')) resolve({ url: line.slice('ready '.length), pid: child.pid ?? 0, stop, exited })
    })
  })
}
